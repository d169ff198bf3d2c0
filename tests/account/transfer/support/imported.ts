/** What an import into a new account brings, in a form that is short enough for tests. */
import type { ImportResult } from '#shared/ipc/transfer.ts';
import { shownLabels } from '#shared/note/labels.ts';
import type { ImportPorts } from '#account/transfer/import.ts';
import { createAccount, type TestAccount } from './account.ts';

export interface Shown {
  readonly title: string | null;
  readonly text: string | null;
  readonly labels?: readonly string[];
  readonly marks?: readonly string[];
  readonly created?: string;
  readonly edited?: string;
}

function shown(account: TestAccount): Shown[] {
  const notes = account.shown().map(({ local, extra }): Shown => {
    const labels = shownLabels(local?.labels ?? null);
    const marks = [
      ...(local?.isPinned === true ? ['pinned'] : []),
      ...(local?.isArchived === true ? ['archived'] : []),
      ...(local?.isDeleted === true ? ['trashed'] : []),
      ...(typeof local?.color === 'string' ? [local.color] : []),
    ];
    const time = (name: string): string | undefined => {
      const value = extra[name];
      return value !== undefined && 'timestampValue' in value ? value.timestampValue.slice(0, 16) : undefined;
    };
    const [created, edited] = [time('originalCreatedAt'), time('originalEditedAt')];
    return {
      title: local?.title ?? null,
      text: local?.text ?? null,
      ...(labels.length > 0 && { labels }),
      ...(marks.length > 0 && { marks }),
      ...(created !== undefined && { created }),
      ...(edited !== undefined && { edited }),
    };
  });
  return notes.toSorted((a, b) => `${a.title}${a.text}`.localeCompare(`${b.title}${b.text}`));
}

export async function imported(
  source: string | readonly string[],
  more?: Partial<ImportPorts>,
): Promise<{ account: TestAccount; result: ImportResult; notes: Shown[] }> {
  const account = createAccount();
  const result = await account.import(source, more);
  return { account, result, notes: shown(account) };
}
