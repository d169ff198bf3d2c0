/**
 * The quick note that is written while nobody is signed in. It waits on this device for the next sign-in, whose account gets
 * it as its own draft.
 */
import * as v from 'valibot';
import { type Draft, joinedContent } from '#shared/draft.ts';
import { messageOf } from '#shared/error.ts';
import { hasContent, type NoteContent, sameContent } from '#shared/note.ts';
import type { Drafts } from '../store/drafts.ts';
import type { JsonFile } from './json-file.ts';

export interface QuickDraft {
  list(): readonly Draft[];
  keep(content: NoteContent): void;
  drop(): void;
  /**
   * Hands the words over to an account's drafts, after those that are there already; words that were handed over before, and
   * were written on since, give way to what has become of them. Where that fails they wait for the next
   * sign-in or start; the sign-in itself goes on.
   */
  moveTo(drafts: Drafts): void;
}

const schema = v.object({ title: v.string(), text: v.string() });

export function createQuickDraft(file: JsonFile, onTrouble: (message: string) => void): QuickDraft {
  function read(): NoteContent | null {
    const result = v.safeParse(schema, file.read());
    return result.success && hasContent(result.output) ? result.output : null;
  }

  /** What was handed over last, and what came of it. */
  let last: {
    readonly drafts: Drafts;
    readonly before: NoteContent | null;
    readonly joined: NoteContent;
  } | null = null;

  /** What the account has there, other than from here. */
  function contentBefore(drafts: Drafts): NoteContent | null {
    const there = drafts.list().find(({ place }) => place === 'quick')?.content ?? null;
    if (last === null || last.drafts !== drafts || there === null) return there;
    const { joined, before } = last;
    return sameContent(there, joined) ? before : there;
  }

  return {
    list() {
      const content = read();
      return content === null ? [] : [{ place: 'quick', content }];
    },
    keep: (content) => file.write(content),
    drop: () => file.remove(),
    moveTo(drafts) {
      try {
        const content = read();
        if (content !== null) {
          const before = contentBefore(drafts);
          // Also after a crash in the middle of handing them over.
          const joined = joinedContent(before, content);
          drafts.keep({ place: 'quick', content: joined });
          last = { drafts, before, joined };
        }
        file.remove();
      } catch (error) {
        onTrouble(`The quick note that was written signed out still waits: ${messageOf(error)}`);
      }
    },
  };
}
