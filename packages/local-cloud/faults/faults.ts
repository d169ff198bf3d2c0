/**
 * Faults that wait for calls. Each call gets the oldest fault for it. A fault with `times` ends after that
 * many calls, one without it stays until it is cleared. Faults of connections act at once if they are for
 * `Listen` or for everything, because those connections are long-lived.
 */
import { status } from '@grpc/grpc-js';
import { assertNever } from '../assert-never.ts';
import { RpcError, statusOf } from '../firestore/rpc-error.ts';
import { isHttpRpc } from './fault.ts';
import type { Fault, RpcName } from './fault.ts';
import type { TcpFront } from './tcp-front.ts';

/** The effect of a fault on a call. */
export type Effect =
  | { readonly kind: 'none' }
  /** Answered with a status; `code` is that of the fault, for calls over HTTP. */
  | {
      readonly kind: 'refuse';
      readonly status: status;
      readonly code: string | number;
      readonly message: string;
    }
  /** Done, but the connection breaks before the answer. */
  | { readonly kind: 'drop-answer' }
  /** The connection breaks and nothing is done. */
  | { readonly kind: 'sever' }
  /** The connection is frozen and nothing is done. */
  | { readonly kind: 'freeze' }
  /** No answer, ever; nothing is done. */
  | { readonly kind: 'silence' };

interface Waiting {
  readonly fault: Fault;
  remainingTimes: number;
}

export interface FaultTargets {
  readonly front: TcpFront;
  /** Ends the open listening streams. @returns their number */
  readonly endStreams: (error: RpcError) => number;
}

export class Faults {
  #waiting: Waiting[] = [];
  readonly #delays = new Map<NodeJS.Timeout, () => void>();
  readonly #comebacks = new Set<NodeJS.Timeout>();
  #targets: FaultTargets | null = null;

  /** Sets the targets of the faults once they run. */
  attach(targets: FaultTargets): void {
    this.#targets = targets;
  }

  list(): readonly Fault[] {
    return this.#waiting.map(({ fault, remainingTimes }) =>
      Number.isFinite(remainingTimes) ? { ...fault, times: remainingTimes } : { ...fault },
    );
  }

  async add(fault: Fault): Promise<void> {
    const acted = await this.#actNow(fault);
    const remainingTimes = (fault.times ?? (acted ? 1 : Number.POSITIVE_INFINITY)) - (acted ? 1 : 0);
    if (remainingTimes > 0) this.#waiting.push({ fault, remainingTimes });
  }

  /** Forgets all faults, accepts connections again and resets frozen ones. */
  async clear(): Promise<void> {
    this.#waiting = [];
    this.#stopTimers();
    this.#targets?.front.thaw();
    await this.#targets?.front.up();
  }

  /** The effect of the faults on a call of this name. A delay has passed when the promise resolves. */
  async meet(rpc: string): Promise<Effect> {
    const fault = this.#take(
      (waiting) => waiting.rpc === '*' || waiting.rpc === rpc,
      ['reset', 'forget-deletes'],
    );
    if (fault === null) return { kind: 'none' };
    switch (fault.kind) {
      case 'status': {
        const { code, details } = errorOf(fault);
        return { kind: 'refuse', status: code, code: fault.code ?? code, message: details };
      }
      case 'delay':
        await this.#wait(fault.ms ?? 0);
        return { kind: 'none' };
      case 'hang':
        return { kind: 'silence' };
      case 'drop-after-commit':
        return { kind: 'drop-answer' };
      case 'freeze':
        return { kind: 'freeze' };
      case 'down':
        await this.#goDown(fault);
        return { kind: 'sever' };
      case 'cut':
      case 'reset':
      case 'forget-deletes':
        return { kind: 'sever' };
      default:
        return assertNever(fault.kind);
    }
  }

  /** The fault for a resuming listener, in place of exact changes; null for none. */
  takeResumeFault(): 'reset' | 'forget-deletes' | null {
    const kinds = ['reset', 'forget-deletes'] as const;
    for (const kind of kinds) if (this.#take((fault) => fault.kind === kind, []) !== null) return kind;
    return null;
  }

  cut(peer: string): void {
    this.#targets?.front.cut(peer);
  }

  freeze(peer: string): void {
    this.#targets?.front.freeze(peer);
  }

  /** Forgets all faults and lets every delayed call go on. */
  close(): void {
    this.#waiting = [];
    this.#stopTimers();
  }

  #take(applies: (fault: Fault) => boolean, except: readonly Fault['kind'][]): Fault | null {
    const found = this.#waiting.find(({ fault }) => !except.includes(fault.kind) && applies(fault));
    if (found === undefined) return null;
    found.remainingTimes -= 1;
    this.#waiting = this.#waiting.filter(({ remainingTimes }) => remainingTimes > 0);
    return found.fault;
  }

  /** @returns whether the fault has acted */
  async #actNow(fault: Fault): Promise<boolean> {
    if (this.#targets === null || !actsAtOnce(fault.rpc)) return false;
    const { front, endStreams } = this.#targets;
    switch (fault.kind) {
      case 'cut':
        front.cut();
        return true;
      case 'freeze':
        front.freeze();
        if (fault.ms !== undefined) {
          this.#later(fault.ms, () => {
            front.thaw();
          });
        }
        return true;
      case 'down':
        await this.#goDown(fault);
        // The fault affects calls over HTTP as long as the port is down.
        return fault.rpc !== '*';
      case 'status':
        return endStreams(errorOf(fault)) > 0;
      case 'delay':
      case 'hang':
      case 'drop-after-commit':
      case 'reset':
      case 'forget-deletes':
        return false;
      default:
        return assertNever(fault.kind);
    }
  }

  async #goDown(fault: Fault): Promise<void> {
    const front = this.#targets?.front;
    if (front === undefined || isHttpRpc(fault.rpc)) return;
    await front.down();
    if (fault.ms === undefined) return;
    this.#later(fault.ms, () => {
      this.#waiting = this.#waiting.filter((waiting) => waiting.fault !== fault);
      void front.up();
    });
  }

  #later(ms: number, callback: () => void): void {
    const timer = setTimeout(() => {
      this.#comebacks.delete(timer);
      callback();
    }, ms);
    this.#comebacks.add(timer);
  }

  async #wait(ms: number): Promise<void> {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(() => {
        this.#delays.delete(timer);
        resolve();
      }, ms);
      this.#delays.set(timer, resolve);
    });
  }

  #stopTimers(): void {
    for (const [timer, resolve] of this.#delays) {
      clearTimeout(timer);
      resolve();
    }
    for (const timer of this.#comebacks) clearTimeout(timer);
    this.#delays.clear();
    this.#comebacks.clear();
  }
}

function errorOf({ code: given, message }: Fault): RpcError {
  const code = statusOf(given ?? status.UNAVAILABLE) ?? status.UNKNOWN;
  return new RpcError(code, message ?? `The local cloud was told to fail: ${status[code]}`);
}

function actsAtOnce(rpc: '*' | RpcName): boolean {
  return rpc === '*' || rpc === 'Listen';
}
