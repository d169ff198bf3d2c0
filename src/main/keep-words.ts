/** What becomes of words that a request has for an account that cannot be asked. */
import type { AppError } from '#shared/error.ts';
import { parseContent, parseDraft, parseKey } from '#shared/typed-words.ts';
import type { TypedWordsFile } from './device/typed-words-file.ts';
import type { AccountChannel } from './hosted-account.ts';

/**
 * For an account that cannot be asked: a draft is durable in its file, so are the words of anything else, which is refused.
 * @throws the problem, or why the words could not be kept
 */
export async function keepWords(
  words: Pick<TypedWordsFile, 'keep' | 'join' | 'drop'>,
  channel: AccountChannel,
  args: readonly unknown[],
  problem: AppError,
): Promise<void> {
  const [, first, second, third] = args;
  if (channel === 'drafts:keep') {
    const draft = parseDraft(first);
    if (draft !== null) return words.keep(draft);
  }
  if (channel === 'drafts:drop') {
    const key = parseKey(first);
    if (key !== null) return words.drop(key);
  }
  if (channel === 'notes:add') {
    const content = parseContent(first);
    if (content !== null) await words.join({ place: second === 'quick' ? 'quick' : 'new', content });
  }
  if (channel === 'notes:edit') {
    const draft = parseDraft({ place: 'edit', id: first, content: second, base: third });
    if (draft !== null) await words.join(draft);
  }
  throw problem;
}
