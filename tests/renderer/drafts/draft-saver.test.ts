import * as fc from '#tests/support/fast-check.ts';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  createDraftSaver,
  IDLE_WITHIN_MS,
  INTERVAL_MS,
  LONG,
  LONG_INTERVAL_MS,
  RETRY_MS,
} from '#renderer/drafts/draft-saver.ts';
import type { Draft } from '#shared/note/draft.ts';

/** A message to the main process, which the test answers. */
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
/** A long text with this end, and its name in `texts`. */
const long = (end: string): string => 'x'.repeat(LONG + 1) + end;
const longName = (end: string): string => `long ${end}`;

function raise(ready?: Promise<unknown>) {
  const sent: Sent[] = [];
  const failures: unknown[] = [];
  const lost: unknown[] = [];
  const failing: boolean[] = [];
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
    discard: (given, next) => send(`${given.content.text} given up for ${next?.content.text ?? 'nothing'}`),
    onFailure: (error) => failures.push(error),
    onFailing: (isFailing) => failing.push(isFailing),
    onLost: (error) => lost.push(error),
    ...(ready !== undefined && { ready }),
  });
  const last = (): Sent => {
    const message = sent.at(-1);
    if (message === undefined) throw new Error('Nothing was sent');
    return message;
  };
  const texts = (): (string | null)[] =>
    sent.map(({ text }) => (text === null || text.length <= LONG ? text : longName(text.slice(LONG + 1))));
  return { saver, sent, failures, lost, failing, last, texts };
}

describe('typing', () => {
  test('a draft is sent with the first key and then once per interval, even without a pause in typing', async () => {
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

  test('the last sent draft has the latest words', async () => {
    const { saver, last, texts } = raise();
    saver.type(draft('a'));
    await last().answer();
    saver.type(draft('ab'));
    saver.type(draft('abc'));
    await vi.advanceTimersByTimeAsync(INTERVAL_MS);
    expect(texts()).toEqual(['a', 'abc']);
  });

  test('at most two drafts are sent without an answer; a third waits for the first answer', async () => {
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

  test('a failed draft is not sent again if a later one is stored', async () => {
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
    restored.saver.markStored();
    restored.saver.type(null);
    expect(restored.texts()).toEqual([null]);
  });

  test('a flush sends the latest draft at once and resolves after every answer', async () => {
    const { saver, sent, texts } = raise();
    saver.type(draft('a'));
    saver.type(draft('ab'));
    let flushed = false;
    void saver.flush().then(() => (flushed = true));
    // Sent synchronously, even during an earlier message, because a closing page has no later turn.
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

describe('[S12.5] discarded words', () => {
  test('discarded words are sent at once and only once, with the current content of the fields', async () => {
    const { saver, last, texts } = raise();
    saver.type(draft('milk'));
    await last().answer();
    saver.discard(draft('milk'), null);
    expect(texts()).toEqual(['milk', 'milk given up for nothing']);
    await last().answer();
    saver.type(draft('b'));
    await vi.advanceTimersByTimeAsync(INTERVAL_MS);
    await last().answer();
    await vi.advanceTimersByTimeAsync(RETRY_MS);
    expect(texts()).toEqual(['milk', 'milk given up for nothing', 'b']);
  });

  test('discarded words that could not be stored are sent again, with the current content of the fields', async () => {
    const { saver, sent, failures, last, texts } = raise();
    saver.discard(draft('milk'), null);
    saver.type(draft('bread'));
    await vi.advanceTimersByTimeAsync(INTERVAL_MS);
    expect(texts()).toEqual(['milk given up for nothing', 'bread']);
    await sent[0]?.fail(new Error('full'));
    await sent[1]?.answer();
    await vi.advanceTimersByTimeAsync(INTERVAL_MS);
    expect(texts().slice(2)).toEqual(['milk given up for bread']);
    await last().fail(new Error('full'));
    expect(failures).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(RETRY_MS);
    expect(texts().slice(3)).toEqual(['milk given up for bread']);
    await last().answer();
    expect(await saver.flush()).toBe(true);
  });

  test('discarded words wait until stored drafts are read, but are sent at the end', async () => {
    const { saver, texts } = raise(new Promise(() => undefined));
    saver.discard(draft('milk'), null);
    saver.type(null);
    expect(texts()).toEqual([]);
    saver.end();
    expect(texts()).toEqual(['milk given up for nothing']);
  });

  test('words discarded while others become a note are sent afterwards', async () => {
    const { saver, last, texts } = raise();
    saver.type(draft('milk'));
    await last().answer();
    const saved = Promise.withResolvers<void>();
    const save = saver.save(words('milk'), () => saved.promise);
    saver.discard(draft('bread'), null);
    expect(texts()).toEqual(['milk']);
    saved.resolve();
    await save;
    await vi.advanceTimersByTimeAsync(INTERVAL_MS);
    expect(texts()).toEqual(['milk', 'bread given up for nothing']);
  });
});

describe('a long text', () => {
  test('a text is long above 20,000 UTF-16 units, and waits until the page is idle', async () => {
    expect(LONG).toBe(20_000);
    const { saver, last, texts } = raise();
    saver.type(draft('x'.repeat(LONG)));
    expect(texts()).toHaveLength(1);
    await last().answer();
    const second = raise();
    second.saver.type(draft('x'.repeat(LONG + 1)));
    expect(second.texts()).toEqual([]);
    await vi.advanceTimersByTimeAsync(IDLE_WITHIN_MS);
    expect(second.texts()).toEqual([longName('')]);
  });

  test('a long draft is sent once a second, even without a pause in typing', async () => {
    const { saver, sent, last } = raise();
    const start = performance.now();
    for (let key = 0; key < 500; key += 1) {
      saver.type(draft(long(String(key))));
      await vi.advanceTimersByTimeAsync(10);
      if (sent.length > 0) await last().answer();
    }
    expect(sent[0]?.at).toBe(start + IDLE_WITHIN_MS);
    const pauses = sent.slice(1).map(({ at }, index) => at - (sent[index]?.at ?? 0));
    expect(pauses).toEqual(Array(4).fill(LONG_INTERVAL_MS + IDLE_WITHIN_MS));
  });

  test('a long draft that shrinks to a few words is sent as soon as a short one', async () => {
    const { saver, last, texts } = raise();
    saver.type(draft(long('')));
    saver.type(draft(long('!')));
    await vi.advanceTimersByTimeAsync(IDLE_WITHIN_MS);
    await last().answer();
    saver.type(draft(long('!!')));
    saver.type(draft('few'));
    await vi.advanceTimersByTimeAsync(INTERVAL_MS);
    expect(texts()).toEqual([longName('!'), 'few']);
  });

  test('a short draft that becomes long before it is sent waits like a long one', async () => {
    const { saver, last, texts } = raise();
    saver.type(draft('a'));
    await last().answer();
    saver.type(draft('ab'));
    saver.type(draft(long('pasted')));
    await vi.advanceTimersByTimeAsync(LONG_INTERVAL_MS - 1);
    expect(texts()).toEqual(['a']);
    await vi.advanceTimersByTimeAsync(1 + IDLE_WITHIN_MS);
    expect(texts()).toEqual(['a', longName('pasted')]);
  });

  test('a long draft that fails while a later one waits for an idle page is not sent again at once', async () => {
    const { saver, last, texts } = raise();
    saver.type(draft(long('1')));
    await vi.advanceTimersByTimeAsync(IDLE_WITHIN_MS);
    saver.type(draft(long('2')));
    await vi.advanceTimersByTimeAsync(LONG_INTERVAL_MS);
    await last().fail(new Error('full'));
    await vi.advanceTimersByTimeAsync(RETRY_MS - 1);
    expect(texts()).toEqual([longName('1')]);
    await vi.advanceTimersByTimeAsync(1 + IDLE_WITHIN_MS);
    expect(texts()).toEqual([longName('1'), longName('2')]);
  });

  test.each(['flush', 'end'] as const)(
    '%s() sends a long draft at once, with the last words',
    async (way) => {
      const { saver, last, texts } = raise();
      saver.type(draft(long('1')));
      await vi.advanceTimersByTimeAsync(IDLE_WITHIN_MS);
      await last().answer();
      saver.type(draft(long('2')));
      saver.type(draft(long('3')));
      void saver[way]();
      expect(texts()).toEqual([longName('1'), longName('3')]);
    },
  );
});

/** What the user does after a pause: types a short or long text, or leaves the window. */
const act = fc.record({
  pause: fc.oneof(fc.integer({ min: 0, max: 60 }), fc.integer({ min: 0, max: 1500 })),
  does: fc.oneof(
    { weight: 5, arbitrary: fc.constant('type a short text') },
    { weight: 5, arbitrary: fc.constant('type a long text') },
    { weight: 1, arbitrary: fc.constant('leave') },
  ),
});

test('for any typing, the stored draft lags by at most the bound, a long text is sent once a second, and a flush sends the newest', async () => {
  const acts = fc.array(act, { minLength: 1, maxLength: 60 });
  // How long each answer takes.
  const latencies = fc.integer({ min: 0, max: 300 });
  await fc.assert(
    fc.asyncProperty(acts, latencies, async (steps, latency) => {
      const sent: { readonly number: number; readonly isLong: boolean; readonly at: number }[] = [];
      const typed: typeof sent = [];
      const flushes: number[] = [];
      const saver = createDraftSaver({
        store({ content: { title, text } }) {
          sent.push({ number: Number(title), isLong: text.length > LONG, at: performance.now() });
          return new Promise((resolve) => setTimeout(resolve, latency));
        },
        drop: () => Promise.reject(new Error('No draft was emptied')),
        discard: () => Promise.reject(new Error('No words were discarded')),
        onFailure: (error) => expect.unreachable(String(error)),
        onLost: (error) => expect.unreachable(String(error)),
      });
      for (const { pause, does } of steps) {
        await vi.advanceTimersByTimeAsync(pause);
        const at = performance.now();
        if (does === 'leave') {
          void saver.flush();
          expect(sent.at(-1)?.number).toBe(typed.at(-1)?.number);
          flushes.push(at);
          continue;
        }
        const isLong = does === 'type a long text';
        typed.push({ number: typed.length, isLong, at });
        const content = { title: String(typed.length - 1), text: isLong ? long('') : '' };
        saver.type({ place: 'new', content });
      }
      await vi.advanceTimersByTimeAsync(3 * LONG_INTERVAL_MS);
      for (const { number, isLong, at } of typed) {
        const shortUntil = at + Math.max(INTERVAL_MS, latency);
        const staysShort =
          !isLong && typed.every((next) => next.at < at || next.at > shortUntil || !next.isLong);
        const latest = staysShort ? shortUntil : at + LONG_INTERVAL_MS + IDLE_WITHIN_MS;
        const message = sent.find((one) => one.number >= number);
        expect(message?.at, `the words of ${at}`).toBeLessThanOrEqual(latest);
      }
      for (const [index, { isLong, at }] of sent.entries()) {
        const before = sent[index - 1];
        // A flush sends at once, and again after its answers.
        const flushed = flushes.some((flush) => at >= flush && at <= flush + latency);
        if (before === undefined || flushed) continue;
        expect(at - before.at).toBeGreaterThanOrEqual(isLong ? LONG_INTERVAL_MS : INTERVAL_MS);
      }
    }),
    { numRuns: 300 },
  );
});

describe('saving', () => {
  test('a flush during a save sends no draft of the saved words', async () => {
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

  test('a save waits for the draft under way, and drops the waiting one', async () => {
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

  test('a successful save ends the pause after a failed draft', async () => {
    const { saver, last, texts } = raise();
    saver.type(draft('a'));
    await last().fail(new Error('full'));
    const action = Promise.withResolvers<void>();
    const saved = saver.save(words('a'), () => action.promise);
    saver.type(draft('ab'));
    action.resolve();
    await saved;
    await vi.advanceTimersByTimeAsync(INTERVAL_MS);
    expect(texts()).toEqual(['a', 'ab']);
  });

  test('a failed save stores the words as a draft', async () => {
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
  test('a failed draft is reported once and sent again, and a failure after a success is reported again', async () => {
    const { saver, failures, failing, last, texts } = raise();
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
    expect(failing).toEqual([true, false, true]);
  });

  test('a failure during typing is reported and not retried at once, however long each answer takes', async () => {
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
  test('a saver that ends sends the latest draft at once and nothing after it, and reports it as lost if that fails', async () => {
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

  test('a saver that ends sends no draft of words that are being saved as a note', async () => {
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
  test('the latest draft is sent again after the notes were opened again', async () => {
    const { saver, last, texts } = raise();
    saver.type(draft('a'));
    await last().answer();
    saver.resend();
    await vi.advanceTimersByTimeAsync(INTERVAL_MS);
    expect(texts()).toEqual(['a', 'a']);
  });

  test('after the notes were opened again, later words are sent instead of earlier ones', async () => {
    const { saver, last, texts } = raise();
    saver.type(draft('a'));
    await last().answer();
    saver.type(draft('ab'));
    saver.resend();
    await vi.advanceTimersByTimeAsync(INTERVAL_MS);
    expect(texts()).toEqual(['a', 'ab']);
  });

  test('after the notes were opened again, a draft that was dropped or saved is not sent', async () => {
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
