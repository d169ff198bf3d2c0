import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createDraftKeeper, INTERVAL_MS, RETRY_MS } from '#renderer/drafts/draft-keeper.ts';
import type { Draft } from '#shared/draft.ts';

/** A message to the main process, with its answer in the test's hands. */
interface Sent {
  readonly text: string | null;
  readonly at: number;
  readonly answer: () => Promise<void>;
  readonly fail: (error: Error) => Promise<void>;
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('requestIdleCallback', (run: () => void, options: { timeout: number }) =>
    setTimeout(run, options.timeout),
  );
  vi.stubGlobal('cancelIdleCallback', (handle: number) => clearTimeout(handle));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const draft = (text: string): Draft => ({ place: 'new', content: { title: '', text } });

function raise(stored = false) {
  const sent: Sent[] = [];
  const failures: unknown[] = [];
  const send = (text: string | null): Promise<void> => {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const settle = async (): Promise<void> => {
      await vi.advanceTimersByTimeAsync(0);
    };
    sent.push({
      text,
      at: performance.now(),
      answer: () => (resolve(), settle()),
      fail: (error) => (reject(error), settle()),
    });
    return promise;
  };
  const keeper = createDraftKeeper({
    keep: ({ content }) => send(content.text),
    drop: () => send(null),
    onFailure: (error) => failures.push(error),
    stored,
  });
  const last = (): Sent => {
    const message = sent.at(-1);
    if (message === undefined) throw new Error('Nothing was sent');
    return message;
  };
  return { keeper, sent, failures, last, texts: () => sent.map(({ text }) => text) };
}

describe('what is typed', () => {
  test('is sent with the first key and then once in every interval, without a pause in the typing', async () => {
    const { keeper, sent, last } = raise();
    const start = performance.now();
    for (let key = 1; key <= 100; key += 1) {
      keeper.type(draft('x'.repeat(key)));
      if (sent.length > 0) await last().answer();
      await vi.advanceTimersByTimeAsync(10);
    }
    expect(sent[0]).toMatchObject({ text: 'x', at: start });
    const pauses = sent.slice(1).map(({ at }, index) => at - (sent[index]?.at ?? 0));
    expect(Math.max(...pauses)).toBeLessThanOrEqual(INTERVAL_MS);
    expect(Math.min(...pauses)).toBeGreaterThanOrEqual(INTERVAL_MS);
  });

  test('ends with the last words', async () => {
    const { keeper, last, texts } = raise();
    keeper.type(draft('a'));
    await last().answer();
    keeper.type(draft('ab'));
    keeper.type(draft('abc'));
    await vi.advanceTimersByTimeAsync(INTERVAL_MS);
    expect(texts()).toEqual(['a', 'abc']);
  });

  test('does not wait for the answer to the message before, but for that to the one before it', async () => {
    const { keeper, sent, texts } = raise();
    keeper.type(draft('a'));
    keeper.type(draft('ab'));
    await vi.advanceTimersByTimeAsync(INTERVAL_MS);
    expect(texts()).toEqual(['a', 'ab']);
    keeper.type(draft('abc'));
    await vi.advanceTimersByTimeAsync(10 * INTERVAL_MS);
    keeper.type(draft('abcd'));
    expect(texts()).toEqual(['a', 'ab']);
    await sent[0]?.answer();
    expect(texts()).toEqual(['a', 'ab', 'abcd']);
  });

  test('is not sent again after later words where only the message before them failed', async () => {
    const { keeper, sent, failures, texts } = raise();
    keeper.type(draft('a'));
    keeper.type(draft('ab'));
    await vi.advanceTimersByTimeAsync(INTERVAL_MS);
    await sent[0]?.fail(new Error('full'));
    await sent[1]?.answer();
    await vi.advanceTimersByTimeAsync(RETRY_MS);
    expect(texts()).toEqual(['a', 'ab']);
    expect(failures).toEqual([]);
  });

  test('waits for an idle moment where it is long', async () => {
    const { keeper, texts } = raise();
    const long = 'x'.repeat(100_000);
    keeper.type(draft(long));
    expect(texts()).toEqual([]);
    await vi.advanceTimersByTimeAsync(INTERVAL_MS);
    expect(texts()).toEqual([long]);
  });

  test('is dropped where it is nothing any more, but only if it was ever kept', async () => {
    const { keeper, last, texts } = raise();
    keeper.type(null);
    await vi.advanceTimersByTimeAsync(INTERVAL_MS);
    expect(texts()).toEqual([]);
    keeper.type(draft('a'));
    await last().answer();
    keeper.type(null);
    await vi.advanceTimersByTimeAsync(INTERVAL_MS);
    expect(texts()).toEqual(['a', null]);
    const restored = raise(true);
    restored.keeper.type(null);
    expect(restored.texts()).toEqual([null]);
  });

  test('is sent at once on demand', async () => {
    const { keeper, last, texts } = raise();
    keeper.type(draft('a'));
    keeper.type(draft('ab'));
    let flushed = false;
    void keeper.flush().then(() => (flushed = true));
    await last().answer();
    expect(texts()).toEqual(['a', 'ab']);
    expect(flushed).toBe(false);
    await last().answer();
    expect(flushed).toBe(true);
  });
});

describe('saving', () => {
  test('is not followed by its words where everything is to be sent at once meanwhile', async () => {
    const { keeper, last, texts } = raise();
    keeper.type(draft('a'));
    await last().answer();
    keeper.type(draft('ab'));
    const action = Promise.withResolvers<void>();
    const saved = keeper.save(() => action.promise);
    const flushed = keeper.flush();
    await vi.advanceTimersByTimeAsync(INTERVAL_MS);
    action.resolve();
    await Promise.all([saved, flushed]);
    await vi.advanceTimersByTimeAsync(INTERVAL_MS);
    expect(texts()).toEqual(['a']);
  });

  test('comes after the message under way, and nothing that waited comes after it', async () => {
    const { keeper, last, texts } = raise();
    keeper.type(draft('a'));
    keeper.type(draft('ab'));
    const saved = keeper.save(async () => texts().length);
    await vi.advanceTimersByTimeAsync(INTERVAL_MS);
    expect(texts()).toEqual(['a']);
    await last().answer();
    expect(await saved).toBe(1);
    await vi.advanceTimersByTimeAsync(10 * INTERVAL_MS);
    expect(texts()).toEqual(['a']);
  });

  test('that fails keeps the words as a draft', async () => {
    const { keeper, last, texts } = raise();
    keeper.type(draft('a'));
    await last().answer();
    keeper.type(draft('ab'));
    await expect(keeper.save(() => Promise.reject(new Error('full')))).rejects.toThrow('full');
    await vi.advanceTimersByTimeAsync(INTERVAL_MS);
    expect(texts()).toEqual(['a', 'ab']);
  });
});

describe('a failure', () => {
  test('is told once, tried again, and told anew after it has passed', async () => {
    const { keeper, failures, last, texts } = raise();
    keeper.type(draft('a'));
    await last().fail(new Error('full'));
    for (const text of ['ab', 'abc']) {
      keeper.type(draft(text));
      await vi.advanceTimersByTimeAsync(RETRY_MS);
      await last().fail(new Error('full'));
    }
    expect(failures).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(RETRY_MS);
    expect(texts()).toEqual(['a', 'ab', 'abc', 'abc']);
    await last().answer();
    keeper.type(draft('abcd'));
    await vi.advanceTimersByTimeAsync(INTERVAL_MS);
    await last().fail(new Error('full'));
    expect(failures).toHaveLength(2);
  });

  test('is told while somebody types on, and not tried again at once, however long each answer takes', async () => {
    const { keeper, sent, failures } = raise();
    for (let key = 1; key <= 40; key += 1) {
      keeper.type(draft('x'.repeat(key)));
      await vi.advanceTimersByTimeAsync(INTERVAL_MS / 2);
      // Each answer comes when the next message is under way already.
      await sent.at(-2)?.fail(new Error('full'));
    }
    expect(failures).toHaveLength(1);
    expect(sent.length).toBeLessThanOrEqual(4);
  });

  test('of an account that is closed is neither told nor tried again', async () => {
    const { keeper, failures, last, texts } = raise();
    keeper.type(draft('a'));
    keeper.type(draft('ab'));
    keeper.end();
    await last().fail(new Error('not signed in'));
    keeper.type(draft('abc'));
    await vi.advanceTimersByTimeAsync(RETRY_MS);
    expect(failures).toEqual([]);
    expect(texts()).toEqual(['a']);
  });
});
