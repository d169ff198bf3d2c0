/** The answer to a question about the open account's notes, asked again whenever they may have changed. */
import { useEffect, useState } from 'react';
import { hasCode, messageOf } from '#shared/error.ts';
import { listen } from './client.ts';

export interface Answered<Value> {
  /** The last answer; null until the first. */
  readonly value: Value | null;
  /** Why the last question could not be answered, or null. */
  readonly failure: string | null;
}

const UNKNOWN = { value: null, failure: null };

/**
 * One question is under way at a time, however often notes change.
 * @param ask another function is another question; what was answered stays until its successor is there
 */
export function useAnswer<Value>(ask: () => Promise<Value>): Answered<Value> {
  const [answered, setAnswered] = useState<Answered<Value>>(UNKNOWN);
  useEffect(() => {
    let over = false;
    let underWay = false;
    let stale = false;
    const put = async (): Promise<void> => {
      if (underWay) {
        stale = true;
        return;
      }
      underWay = true;
      do {
        stale = false;
        const next = await answer(ask);
        if (over) return;
        setAnswered((before) => ({ ...before, ...next }));
        // oxlint-disable-next-line typescript/no-unnecessary-condition -- set while the answer was awaited
      } while (stale);
      underWay = false;
    };
    const end = listen('notes:changed', () => void put());
    void put();
    return () => {
      over = true;
      end();
    };
  }, [ask]);
  return answered;
}

async function answer<Value>(ask: () => Promise<Value>): Promise<Partial<Answered<Value>>> {
  try {
    return { value: await ask(), failure: null };
  } catch (error) {
    // Signing out while a question was under way: the session's own change tells the rest.
    if (hasCode(error, 'not-signed-in')) return {};
    return { failure: messageOf(error) };
  }
}
