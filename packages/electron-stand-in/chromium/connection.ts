/**
 * A client of the Chrome DevTools Protocol over `--remote-debugging-pipe`. When this process ends, even by a
 * crash, the system closes the pipe, and Chromium ends as a consequence.
 */
import type { Readable, Writable } from 'node:stream';

export type CommandParameters = Readonly<Record<string, unknown>>;
/** A message of Chromium other than an answer. The method determines the type of `params`. */
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
  /** The received parts of an incomplete message. */
  #incomplete: string[] = [];

  constructor(output: Writable, input: Readable) {
    this.#output = output;
    input.setEncoding('utf8');
    input.on('data', (text: string) => this.#read(text));
    for (const stream of [input, output]) {
      stream.on('error', () => this.#close());
      stream.on('close', () => this.#close());
    }
  }

  /** Sends a command and resolves with its result, whose type the caller knows from the protocol. */
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

  /** Listens to events of the browser itself. */
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
   * From now on no command is answered or fails. As in Electron, code that waits for a page does not continue
   * once the app ends.
   */
  abandon(): void {
    this.#abandoned = true;
    this.#waiting.clear();
  }

  #read(text: string): void {
    const pieces = text.split('\0');
    const last = pieces.pop() ?? '';
    for (const piece of pieces) {
      this.#incomplete.push(piece);
      const message = this.#incomplete.join('');
      this.#incomplete = [];
      this.#dispatch(JSON.parse(message) as Incoming);
    }
    if (last !== '') this.#incomplete.push(last);
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

/** The part of the connection that belongs to one target, such as a page. */
export interface CdpSession {
  send<Result = unknown>(method: string, params?: CommandParameters): Promise<Result>;
  detach(): void;
}
