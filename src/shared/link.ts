/** What a link of the app asks the main window to show (`inkling://note/…`, `inkling://search?q=…`). */
import type { NoteId } from './note.ts';

export type LinkTarget =
  | { readonly show: 'note'; readonly id: NoteId }
  | { readonly show: 'search'; readonly query: string }
  /** Only the reason why the link cannot be followed, in a sentence. */
  | { readonly show: 'refusal'; readonly reason: string };
