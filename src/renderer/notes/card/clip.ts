/** Fades out text that is too long for its place. */
import type { GriffelStyle } from '@fluentui/react-components';
import { atom } from 'jotai';
import { store } from '../../state/store.ts';
import { ON_FORCED_COLORS } from '../../theme/media.ts';
import { tokens } from '../../theme/theme.ts';

/**
 * Fades out the end of an element that `watchClip` finds too tall, in the colour of a card. For `makeStyles`,
 * together with a `position` and a `maxHeight`. A mask would work on any colour, but is several times as
 * slow.
 * @param height of the fade, in CSS pixels
 */
export function fadeOut(height: number): GriffelStyle {
  return {
    '&[data-clipped]::after': {
      content: '""',
      position: 'absolute',
      left: 0,
      right: 0,
      bottom: 0,
      height: `${height}px`,
      pointerEvents: 'none',
      backgroundImage: `linear-gradient(transparent, ${tokens.colorNeutralCardBackground})`,
      // Forced-colours mode removes gradients.
      [ON_FORCED_COLORS]: {
        backgroundImage: 'linear-gradient(transparent, Canvas)',
        forcedColorAdjust: 'none',
      },
    },
  };
}

/** A ref that marks an element whose content is taller than the element, which CSS alone cannot detect. */
export function watchClip(element: Element | null): (() => void) | undefined {
  if (element === null) return undefined;
  const clips = store.get(clipsAtom);
  clips.observe(element);
  return () => clips.unobserve(element);
}

// A ResizeObserver also fires at once, and whenever the columns change their width. One observer reads all
// elements before it marks any, because reading after a mark would lay out the page again.
const clipsAtom = atom(() => new ResizeObserver(markClipped));

function markClipped(changes: readonly ResizeObserverEntry[]): void {
  const read = changes.map(({ target }) => ({
    target,
    isClipped: target.scrollHeight > target.clientHeight + 1,
  }));
  for (const { target, isClipped } of read) target.toggleAttribute('data-clipped', isClipped);
}
