import { MessageChannel, type MessagePort } from 'node:worker_threads';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { AppError } from '#shared/base/error.ts';
import { createRpc, type Functions, type Rpc } from '#shared/base/rpc.ts';
import { REASONS } from '#shared/base/reasons.ts';

let channel: MessageChannel;
beforeEach(() => {
  channel = new MessageChannel();
});
afterEach(() => channel.port1.close());

/** Connects a caller with the end that has the functions. */
function connect<Service extends Functions<Service>>(service: Service) {
  const unexpected: unknown[] = [];
  const callee = createRpc<object, Service>(channel.port2, service, (error) => void unexpected.push(error));
  const caller: Rpc<Service> = createRpc<Service, object>(channel.port1, {}, () => undefined);
  return { caller, callee, unexpected };
}

describe('a call', () => {
  test('a call is answered with the result of the function, at once or later', async () => {
    const { caller } = connect({
      add: (one: number, other: number) => one + other,
      later: async (text: string) => ({ text, list: [1, 2n, null] }),
    });
    expect(await caller.call('add', 1, 2)).toBe(3);
    expect(await caller.call('later', 'ü')).toEqual({ text: 'ü', list: [1, 2n, null] });
  });

  test('calls run in the order in which they arrive, and are answered in that order if the functions do not wait', async () => {
    const numbers: number[] = [];
    const { caller } = connect({ tell: (number: number) => numbers.push(number) });
    const answers = [1, 2, 3].map((number) => caller.call('tell', number));
    caller.tell('tell', 4);
    expect(await Promise.all(answers)).toEqual([1, 2, 3]);
    expect(numbers).toEqual([1, 2, 3, 4]);
  });

  test('a call fails with the code and the message that the function throws, at once or later', async () => {
    const { caller, unexpected } = connect({
      now: () => {
        throw new AppError('store-full', 'disk-full');
      },
      later: () => Promise.reject(new AppError('network', { id: 'server-status', http: 503 })),
    });
    await expect(caller.call('now')).rejects.toMatchObject({
      code: 'store-full',
      reason: 'disk-full',
      message: REASONS['disk-full'],
    });
    await expect(caller.call('later')).rejects.toMatchObject({
      code: 'network',
      message: 'The server answered with status 503.',
    });
    expect(unexpected).toEqual([]);
  });

  test('an error without a code becomes `internal`, and is reported in the thread that threw it', async () => {
    const { caller, unexpected } = connect({
      broken: () => {
        throw new TypeError('x is undefined');
      },
    });
    await expect(caller.call('broken')).rejects.toMatchObject({
      code: 'internal',
      reason: 'unexpected',
    });
    expect(unexpected).toEqual([new TypeError('x is undefined')]);
  });

  test('a call of a missing function fails, even if every object has one of that name', async () => {
    const { caller } = connect<{ toString: () => string }>({});
    await expect(caller.call('toString')).rejects.toMatchObject({ code: 'internal' });
  });

  interface Later {
    before(): void;
    after(): string;
  }

  test('functions that are served later take the place of those before', async () => {
    const callee: Rpc<object, Partial<Later>> = createRpc<object, Partial<Later>>(
      channel.port2,
      { before: () => callee.serve({ after: () => 'served later' }) },
      () => undefined,
    );
    const caller = createRpc<Later, object>(channel.port1, {}, () => undefined);
    await expect(caller.call('after')).rejects.toMatchObject({ code: 'internal' });
    await caller.call('before');
    expect(await caller.call('after')).toBe('served later');
    await expect(caller.call('before')).rejects.toMatchObject({ code: 'internal' });
  });

  test('a call fails if its argument or its answer cannot be cloned', async () => {
    const { caller } = connect({ take: (_value: unknown) => undefined, give: () => () => undefined });
    await expect(caller.call('take', () => undefined)).rejects.toThrow('could not be cloned');
    await expect(caller.call('give')).rejects.toMatchObject({ code: 'internal' });
  });
});

test('a failed call without a waiting caller is reported in the thread that threw it', async () => {
  const { caller, unexpected } = connect({
    broken: () => {
      throw new AppError('store-full', 'disk-full');
    },
    answered: () => undefined,
  });
  caller.tell('broken');
  await caller.call('answered');
  expect(unexpected).toMatchObject([{ code: 'store-full' }]);
});

test('a transferred port is used by the other side', async () => {
  const { caller } = connect({
    take: (port: object) => {
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port has no origin
      (port as MessagePort).postMessage('from the other side');
    },
  });
  const given = new MessageChannel();
  const heard = new Promise((resolve) => {
    given.port1.once('message', resolve);
  });
  caller.give('take', given.port2);
  expect(await heard).toBe('from the other side');
  given.port1.close();
});

describe('an rpc after its end', () => {
  test('at the end of an rpc, calls without an answer and later calls fail with its reason', async () => {
    const reason = new AppError('network', 'cloud-connection-lost');
    const { caller } = connect({ never: () => new Promise(() => undefined) });
    const waiting = caller.call('never');
    caller.end(reason);
    await expect(waiting).rejects.toBe(reason);
    await expect(caller.call('never')).rejects.toBe(reason);
    caller.end(new AppError('internal', 'app-closing'));
    await expect(caller.call('never')).rejects.toBe(reason);
  });

  test('an ended rpc sends nothing and ignores what arrives', async () => {
    const done: string[] = [];
    const { caller, callee } = connect({ do: (what: string) => void done.push(what) });
    await caller.call('do', 'before');
    callee.end(new AppError('internal', 'app-closing'));
    caller.tell('do', 'after');
    const heard: unknown[] = [];
    channel.port1.on('message', (message) => void heard.push(message));
    // Waits until the other port has received the call.
    await new Promise((resolve) => {
      channel.port2.once('message', resolve);
    });
    expect(done).toEqual(['before']);
    expect(heard).toEqual([]);
  });
});
