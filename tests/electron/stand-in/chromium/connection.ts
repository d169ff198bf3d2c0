/**
 * A client of the Chrome DevTools Protocol over `--remote-debugging-pipe`. The pipe is also the leash: when this process
 * ends in whatever way, the system closes it and Chromium closes itself.
 */
import type { Readable, Writable } from 'node:stream';

export type CommandParameters = Readonly<Record<string, unknown>>;
/** A message of Chromium's accord; its form is known from its method. */
export interface CdpEvent {
  readonly method: string;
  readonly params: unknown;
}
type Listener = (event: CdpEvent) => void;

interface Incoming extends CdpEvent {
  readonly id?: number;
  readonly sessionId?: string;
  readonly result?: unknown;
  readonly error?: { readonly message: string };
}

interface Waiting {
  readonly method: string;
  resolve(result: unknown): void;
  reject(error: Error): void;
}

export class CdpConnection {
  readonly #output: Writable;
  readonly #waiting = new Map<number, Waiting>();
  readonly #sessions = new Map<string, Listener>();
  readonly #listeners = new Set<Listener>();
  #lastId = 0;
  #closed = false;
  #abandoned = false;
  #rest: string[] = [];

  constructor(output: Writable, input: Readable) {
    this.#output = output;
    input.setEncoding('utf8');
    input.on('data', (text: string) => this.#read(text));
    for (const stream of [input, output]) {
      stream.on('error', () => this.#close());
      stream.on('close', () => this.#close());
    }
  }

  /** Sends a command and answers with its result, whose form the caller knows from the protocol. */
  send<Result = unknown>(
    method: string,
    params: CommandParameters = {},
    sessionId?: string,
  ): Promise<Result> {
    if (this.#abandoned) return new Promise(() => undefined);
    if (this.#closed) return Promise.reject(new Error(`${method}: the connection to Chromium is closed`));
    const id = ++this.#lastId;
    this.#output.write(`${JSON.stringify({ id, method, params, sessionId })}\0`);
    return new Promise<Result>((resolve, reject) => {
      this.#waiting.set(id, { method, resolve: (result) => resolve(result as Result), reject });
    });
  }

  /** Events of the browser itself. */
  on(listener: Listener): void {
    this.#listeners.add(listener);
  }

  /** Attaches to a target; its events go to `listener`. */
  async attach(targetId: string, listener: Listener): Promise<CdpSession> {
    const { sessionId } = await this.send<{ sessionId: string }>('Target.attachToTarget', {
      targetId,
      flatten: true,
    });
    this.#sessions.set(sessionId, listener);
    return {
      send: (method, params) => this.send(method, params, sessionId),
      detach: () => void this.#sessions.delete(sessionId),
    };
  }

  /**
   * From now on no command is answered, nor fails: as in Electron, nothing that waits for a page goes on once the
   * app ends.
   */
  abandon(): void {
    this.#abandoned = true;
    this.#waiting.clear();
  }

  #read(text: string): void {
    const pieces = text.split('\0');
    const last = pieces.pop() ?? '';
    for (const piece of pieces) {
      this.#rest.push(piece);
      const message = this.#rest.join('');
      this.#rest = [];
      this.#dispatch(JSON.parse(message) as Incoming);
    }
    if (last !== '') this.#rest.push(last);
  }

  #dispatch(message: Incoming): void {
    if (message.id !== undefined) {
      const waiting = this.#waiting.get(message.id);
      this.#waiting.delete(message.id);
      if (message.error) waiting?.reject(new Error(`${waiting.method}: ${message.error.message}`));
      else waiting?.resolve(message.result);
    } else if (message.sessionId === undefined) {
      for (const listener of this.#listeners) listener(message);
    } else {
      this.#sessions.get(message.sessionId)?.(message);
    }
  }

  #close(): void {
    this.#closed = true;
    for (const waiting of this.#waiting.values()) {
      waiting.reject(new Error(`${waiting.method}: the connection to Chromium is closed`));
    }
    this.#waiting.clear();
  }
}

/** The line to one target. */
export interface CdpSession {
  send<Result = unknown>(method: string, params?: CommandParameters): Promise<Result>;
  detach(): void;
}
