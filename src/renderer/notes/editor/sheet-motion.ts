/**
 * The motion of the sheet: it grows out of its note's card and goes back into it. Without the card on the
 * screen, it fades. Fluent UI leaves the motion out if the system asks for reduced motion.
 */
import { createPresenceComponent, motionTokens } from '@fluentui/react-components';
import type { NoteId } from '#shared/note/note.ts';
import { cardOf } from '../state/focus-card.ts';

/** In milliseconds, as is the time below. */
const TIME = 160;
/** The words of the card and the sheet differ, so the sheet is not opaque while it is nearly as small. */
const OPAQUE_AT = 0.5;

/** `noteId`: the open note, or the one whose sheet closes; empty for none. */
export const SheetMotion = createPresenceComponent<Record<'noteId', NoteId | ''>>(({ element, noteId }) => {
  const to = (): Keyframe => {
    const card = noteId === '' ? null : cardOf(document, noteId);
    const seen = card?.getBoundingClientRect();
    if (seen === undefined || seen.bottom < 0 || seen.top > innerHeight) return { opacity: 0 };
    return { opacity: 0, transform: transformOnto(element.getBoundingClientRect(), seen) };
  };
  const at: Keyframe = { opacity: 1, transform: 'none' };
  const motion = (direction: 'enter' | 'exit') => ({
    keyframes:
      direction === 'enter'
        ? [to(), { opacity: 1, offset: OPAQUE_AT }, at]
        : [at, { opacity: 1, offset: 1 - OPAQUE_AT }, to()],
    duration: TIME,
    easing: direction === 'enter' ? motionTokens.curveDecelerateMid : motionTokens.curveAccelerateMid,
  });
  return { enter: motion('enter'), exit: motion('exit') };
});

/** Moves and scales an element about its middle until it has the place and the size of the other one. */
function transformOnto(from: DOMRect, onto: DOMRect): string {
  const x = onto.x + onto.width / 2 - (from.x + from.width / 2);
  const y = onto.y + onto.height / 2 - (from.y + from.height / 2);
  return `translate(${x}px, ${y}px) scale(${onto.width / from.width}, ${onto.height / from.height})`;
}
