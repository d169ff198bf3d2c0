import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createDraftSaver, INTERVAL_MS, RETRY_MS } from '#renderer/drafts/draft-saver.ts';
import type { Draft } from '#shared/draft.ts';

/** A message to the main process, whose answer the test gives. */
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

const words = (text: string) => ({ title: '', text });
const draft = (text: string): Draft => ({ place: 'new', content: words(text) });

function raise() {
  const sent: Sent[] = [];
  const failures: unknown[] = [];
  const lost: unknown[] = [];
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
  const saver = createDraftSaver({
    store: ({ content }) => send(content.text),
    drop: () => send(null),
    onFailure: (error) => failures.push(error),
    onLost: (error) => lost.push(error),
  });
  const last = (): Sent => {
    const message = sent.at(-1);
    if (message === undefined) throw new Error('Nothing was sent');
    return message;
  };
  return { saver, sent, failures, lost, last, texts: () => sent.map(({ text }) => text) };
}

describe('typing', () => {
  test('a draft is sent with the first key and then once in every interval, without a pause in the typing', async () => {
    const { saver, sent, last } = raise();
    const start = performance.now();
    for (let key = 1; key <= 100; key += 1) {
      saver.type(draft('x'.repeat(key)));
      if (sent.length > 0) await last().answer();
      await vi.advanceTimersByTimeAsync(10);
    }
    expect(sent[0]).toMatchObject({ text: 'x', at: start });
    const pauses = sent.slice(1).map(({ at }, index) => at - (sent[index]?.at ?? 0));
    expect(Math.max(...pauses)).toBeLessThanOrEqual(INTERVAL_MS);
    expect(Math.min(...pauses)).toBeGreaterThanOrEqual(INTERVAL_MS);
  });

  test('the last draft that is sent has the last words', async () => {
    const { saver, last, texts } = raise();
    saver.type(draft('a'));
    await last().answer();
    saver.type(draft('ab'));
    saver.type(draft('abc'));
    await vi.advanceTimersByTimeAsync(INTERVAL_MS);
    expect(texts()).toEqual(['a', 'abc']);
  });

  test('at most two drafts are sent without an answer; a third waits for the answer to the first', async () => {
    const { saver, sent, texts } = raise();
    saver.type(draft('a'));
    saver.type(draft('ab'));
    await vi.advanceTimersByTimeAsync(INTERVAL_MS);
    expect(texts()).toEqual(['a', 'ab']);
    saver.type(draft('abc'));
    await vi.advanceTimersByTimeAsync(10 * INTERVAL_MS);
    saver.type(draft('abcd'));
    expect(texts()).toEqual(['a', 'ab']);
    await sent[0]?.answer();
    expect(texts()).toEqual(['a', 'ab', 'abcd']);
  });

  test('a draft that fails is not sent again if a later one is stored', async () => {
    const { saver, sent, failures, texts } = raise();
    saver.type(draft('a'));
    saver.type(draft('ab'));
    await vi.advanceTimersByTimeAsync(INTERVAL_MS);
    await sent[0]?.fail(new Error('full'));
    await sent[1]?.answer();
    await vi.advanceTimersByTimeAsync(RETRY_MS);
    expect(texts()).toEqual(['a', 'ab']);
    expect(failures).toEqual([]);
  });

  test('a long draft waits for an idle moment', async () => {
    const { saver, texts } = raise();
    const long = 'x'.repeat(100_000);
    saver.type(draft(long));
    expect(texts()).toEqual([]);
    await vi.advanceTimersByTimeAsync(INTERVAL_MS);
    expect(texts()).toEqual([long]);
  });

  test('a draft that becomes empty is dropped, but only if it was ever stored', async () => {
    const { saver, last, texts } = raise();
    saver.type(null);
    await vi.advanceTimersByTimeAsync(INTERVAL_MS);
    expect(texts()).toEqual([]);
    saver.type(draft('a'));
    await last().answer();
    saver.type(null);
    await vi.advanceTimersByTimeAsync(INTERVAL_MS);
    expect(texts()).toEqual(['a', null]);
    const restored = raise();
    restored.saver.restore(draft('a'));
    restored.saver.type(null);
    expect(restored.texts()).toEqual([null]);
  });

  test('a flush sends the latest draft at once and ends when every answer has arrived', async () => {
    const { saver, sent, texts } = raise();
    saver.type(draft('a'));
    saver.type(draft('ab'));
    let flushed = false;
    void saver.flush().then(() => (flushed = true));
    // Sent in this turn of the loop, even while an earlier message has no answer: a closing page has no later turn.
    expect(texts()).toEqual(['a', 'ab']);
    await sent[0]?.answer();
    expect(flushed).toBe(false);
    await sent[1]?.answer();
    expect(flushed).toBe(true);
  });

  test('a flush reports whether the draft was stored', async () => {
    const { saver, last } = raise();
    saver.type(draft('a'));
    const refused = saver.flush();
    await last().fail(new Error('full'));
    await last().fail(new Error('full'));
    expect(await refused).toBe(false);
    const taken = saver.flush();
    await vi.advanceTimersByTimeAsync(0);
    await last().answer();
    expect(await taken).toBe(true);
  });
});

describe('saving', () => {
  test('a save is not followed by a draft of its words if a flush comes meanwhile', async () => {
    const { saver, last, texts } = raise();
    saver.type(draft('a'));
    await last().answer();
    saver.type(draft('ab'));
    const action = Promise.withResolvers<void>();
    const saved = saver.save(words('ab'), () => action.promise);
    const flushed = saver.flush();
    await vi.advanceTimersByTimeAsync(INTERVAL_MS);
    action.resolve();
    await Promise.all([saved, flushed]);
    await vi.advanceTimersByTimeAsync(INTERVAL_MS);
    expect(texts()).toEqual(['a']);
  });

  test('a save comes after the draft under way, and no draft that waited is sent after it', async () => {
    const { saver, last, texts } = raise();
    saver.type(draft('a'));
    saver.type(draft('ab'));
    const saved = saver.save(words('ab'), async () => texts().length);
    await vi.advanceTimersByTimeAsync(INTERVAL_MS);
    expect(texts()).toEqual(['a']);
    await last().answer();
    expect(await saved).toBe(1);
    await vi.advanceTimersByTimeAsync(10 * INTERVAL_MS);
    expect(texts()).toEqual(['a']);
  });

  test('words typed during a save stay a draft', async () => {
    const { saver, last, texts } = raise();
    saver.type(draft('a'));
    await last().answer();
    const action = Promise.withResolvers<void>();
    const saved = saver.save(words('a'), () => action.promise);
    saver.type(draft('ab'));
    action.resolve();
    await saved;
    expect(saver.latest).toEqual(draft('ab'));
    await vi.advanceTimersByTimeAsync(INTERVAL_MS);
    expect(texts()).toEqual(['a', 'ab']);
  });

  test('a save of other words stores the typed words as a draft again', async () => {
    const { saver, last, texts } = raise();
    saver.type(draft('a'));
    await last().answer();
    await saver.save(words('other'), () => Promise.resolve());
    await vi.advanceTimersByTimeAsync(INTERVAL_MS);
    expect(texts()).toEqual(['a', 'a']);
  });

  test('a save that fails stores the words as a draft', async () => {
    const { saver, last, texts } = raise();
    saver.type(draft('a'));
    await last().answer();
    saver.type(draft('ab'));
    await expect(saver.save(words('ab'), () => Promise.reject(new Error('full')))).rejects.toThrow('full');
    await vi.advanceTimersByTimeAsync(INTERVAL_MS);
    expect(texts()).toEqual(['a', 'ab']);
  });
});

describe('failures', () => {
  test('a draft that fails is reported once, sent again, and a failure after a success is reported again', async () => {
    const { saver, failures, last, texts } = raise();
    saver.type(draft('a'));
    await last().fail(new Error('full'));
    for (const text of ['ab', 'abc']) {
      saver.type(draft(text));
      await vi.advanceTimersByTimeAsync(RETRY_MS);
      await last().fail(new Error('full'));
    }
    expect(failures).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(RETRY_MS);
    expect(texts()).toEqual(['a', 'ab', 'abc', 'abc']);
    await last().answer();
    saver.type(draft('abcd'));
    await vi.advanceTimersByTimeAsync(INTERVAL_MS);
    await last().fail(new Error('full'));
    expect(failures).toHaveLength(2);
  });

  test('a failure is reported during typing, and not retried at once, however long each answer takes', async () => {
    const { saver, sent, failures } = raise();
    for (let key = 1; key <= 40; key += 1) {
      saver.type(draft('x'.repeat(key)));
      await vi.advanceTimersByTimeAsync(INTERVAL_MS / 2);
      // Each answer comes after the next message was sent.
      await sent.at(-2)?.fail(new Error('full'));
    }
    expect(failures).toHaveLength(1);
    expect(sent.length).toBeLessThanOrEqual(4);
  });

  test('a draft that fails after the saver has ended is reported as lost and not sent again', async () => {
    const { saver, failures, lost, last, texts } = raise();
    saver.type(draft('a'));
    saver.end();
    await last().fail(new Error('full'));
    saver.type(draft('ab'));
    await vi.advanceTimersByTimeAsync(RETRY_MS);
    expect([failures, lost]).toEqual([[], [new Error('full')]]);
    expect(texts()).toEqual(['a']);
  });
});

describe('the end of a saver', () => {
  test('an ending saver sends the latest draft at once and nothing after it, and reports it as lost if that fails', async () => {
    const { saver, sent, failures, lost, last, texts } = raise();
    saver.type(draft('a'));
    saver.type(draft('ab'));
    saver.end();
    expect(texts()).toEqual(['a', 'ab']);
    await sent[0]?.fail(new Error('full'));
    expect(lost).toEqual([]);
    await last().fail(new Error('full'));
    expect(lost).toHaveLength(1);
    saver.type(draft('abc'));
    await vi.advanceTimersByTimeAsync(RETRY_MS);
    expect(texts()).toEqual(['a', 'ab']);
    expect(failures).toEqual([]);
  });

  test('an ending saver sends no draft of words that are being saved as a note', async () => {
    const { saver, last, texts } = raise();
    saver.type(draft('a'));
    await last().answer();
    saver.type(draft('ab'));
    const action = Promise.withResolvers<void>();
    const saved = saver.save(words('ab'), () => action.promise);
    saver.end();
    action.resolve();
    await saved;
    expect(texts()).toEqual(['a']);
  });
});

describe('reopened notes', () => {
  test('once the notes are opened again, the latest draft is sent once more', async () => {
    const { saver, last, texts } = raise();
    saver.type(draft('a'));
    await last().answer();
    saver.resend();
    await vi.advanceTimersByTimeAsync(INTERVAL_MS);
    expect(texts()).toEqual(['a', 'a']);
  });

  test('once the notes are opened again, a restored draft is sent, but not in place of later words', async () => {
    const { saver, texts } = raise();
    saver.restore(draft('a'));
    saver.resend();
    expect(texts()).toEqual(['a']);
    saver.type(draft('ab'));
    saver.resend();
    await vi.advanceTimersByTimeAsync(INTERVAL_MS);
    expect(texts()).toEqual(['a', 'ab']);
  });

  test('once the notes are opened again, a draft that was dropped or saved as a note is not sent', async () => {
    const { saver, last, texts } = raise();
    saver.resend();
    saver.type(draft('a'));
    await last().answer();
    await saver.save(words('a'), () => Promise.resolve());
    saver.resend();
    await vi.advanceTimersByTimeAsync(INTERVAL_MS);
    saver.type(draft('b'));
    await last().answer();
    saver.type(null);
    await vi.advanceTimersByTimeAsync(INTERVAL_MS);
    await last().answer();
    saver.resend();
    await vi.advanceTimersByTimeAsync(INTERVAL_MS);
    expect(texts()).toEqual(['a', 'b', null]);
  });
});
