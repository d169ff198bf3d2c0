/** Words that are cut off where they are too long, with a fade. */
import type { GriffelStyle } from '@fluentui/react-components';
import { ON_FORCED_COLORS } from '../theme/media.ts';
import { ink } from '../theme/theme.ts';

/**
 * For `makeStyles`, with a position and a greatest height beside it: lies over the end of what `watchClip` finds too long, on the ground of a card.
 * A mask would do it on any ground, and takes the browser several times as long.
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

/** A ref that marks an element whose content is taller than it may be; CSS alone cannot know. */
export function watchClip(element: Element | null): (() => void) | undefined {
  if (element === null) return undefined;
  clips ??= new ResizeObserver(markClipped);
  clips.observe(element);
  return () => clips?.unobserve(element);
}

// It also answers at once, and whenever the columns get wider or narrower. One for all: what is read after each mark that is set, the
// browser would have to lay out anew.
let clips: ResizeObserver | undefined;

function markClipped(changes: readonly ResizeObserverEntry[]): void {
  const read = changes.map(({ target }) => ({
    target,
    isClipped: target.scrollHeight > target.clientHeight + 1,
  }));
  for (const { target, isClipped } of read) target.toggleAttribute('data-clipped', isClipped);
}
