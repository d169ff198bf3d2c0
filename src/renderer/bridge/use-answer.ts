/** The answer to a request about the open account's notes. Requested again whenever they may have changed. */
import { useEffect, useState } from 'react';
import { hasCode, messageOf } from '#shared/base/error.ts';
import { listen } from './client.ts';

export interface AnswerState<Value> {
  /** The last answer; null until the first. */
  readonly value: Value | null;
  readonly failure: string | null;
}

const UNKNOWN = { value: null, failure: null };

/**
 * Only one request is under way at a time, however often notes change. The last answer stays until the next
 * arrives.
 * @param ask must be stable: a new function sends a new request
 */
export function useAnswer<Value>(ask: () => Promise<Value>): AnswerState<Value> {
  const [answered, setAnswered] = useState<AnswerState<Value>>(UNKNOWN);
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
        // oxlint-disable-next-line typescript/no-unnecessary-condition -- set while awaiting the answer
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

async function answer<Value>(ask: () => Promise<Value>): Promise<Partial<AnswerState<Value>>> {
  try {
    return { value: await ask(), failure: null };
  } catch (error) {
    // The user signed out while the request was under way; the session's event updates the page.
    if (hasCode(error, 'not-signed-in')) return {};
    return { failure: messageOf(error) };
  }
}
