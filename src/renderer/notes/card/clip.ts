/** Fades out the end of words that are too long for their place. */
import type { GriffelStyle } from '@fluentui/react-components';
import { atom } from 'jotai';
import { store } from '../../state/store.ts';
import { ON_FORCED_COLORS } from '../../theme/media.ts';
import { ink } from '../../theme/theme.ts';

/**
 * Styles for `makeStyles`, beside a `position` and a `maxHeight`: a fade over the end of an element that
 * `watchClip` finds too long, in the colour of a card. A mask would work on any colour, but takes several
 * times as long.
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
      backgroundImage: `linear-gradient(transparent, ${ink.card})`,
      // Forced colours take gradients away.
      [ON_FORCED_COLORS]: {
        backgroundImage: 'linear-gradient(transparent, Canvas)',
        forcedColorAdjust: 'none',
      },
    },
  };
}

/** A ref that marks an element whose content is taller than the element; CSS alone cannot tell. */
export function watchClip(element: Element | null): (() => void) | undefined {
  if (element === null) return undefined;
  const clips = store.get(clipsAtom);
  clips.observe(element);
  return () => clips.unobserve(element);
}

// The observer also calls at once, and whenever the columns change their width. One observer serves all
// elements, so that all of them are read before any mark is set: after each mark, reading would lay out the
// page anew.
const clipsAtom = atom(() => new ResizeObserver(markClipped));

function markClipped(changes: readonly ResizeObserverEntry[]): void {
  const read = changes.map(({ target }) => ({
    target,
    isClipped: target.scrollHeight > target.clientHeight + 1,
  }));
  for (const { target, isClipped } of read) target.toggleAttribute('data-clipped', isClipped);
}
