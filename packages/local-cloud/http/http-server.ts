/**
 * The HTTP port: Google's sign-in, the two identity calls and the control endpoint on one address. Named
 * calls are affected by the faults that wait for them.
 */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { status } from '@grpc/grpc-js';
import type { HttpRpc } from '../faults/fault.ts';
import type { Effect, Faults } from '../faults/faults.ts';
import { googleError } from '../identity/identity-error.ts';
import { sendJson } from './body.ts';
import { HttpError } from './http-error.ts';

/** One call or page: its name in faults (null for none), and how it answers. */
export interface Route {
  readonly rpc: HttpRpc | null;
  readonly answer: (request: IncomingMessage, response: ServerResponse, url: URL) => Promise<void>;
}

export type Router = (request: IncomingMessage, url: URL) => Route;

export class HttpServer {
  readonly #server: Server;
  readonly #faults: Faults;
  #router: Router = () => ({
    rpc: null,
    answer: async () => {
      throw new HttpError(503, { error: 'The local cloud is starting.' });
    },
  });

  constructor(faults: Faults) {
    this.#faults = faults;
    this.#server = createServer((request, response) => {
      this.#answer(request, response).catch((error: unknown) => {
        sendError(response, error);
      });
    });
  }

  /** @throws Error EADDRINUSE */
  async listen(port: number): Promise<number> {
    this.#server.listen(port, '127.0.0.1');
    await once(this.#server, 'listening');
    const address = this.#server.address();
    if (address === null || typeof address === 'string') throw new Error('The HTTP server has no port.');
    return address.port;
  }

  route(router: Router): void {
    this.#router = router;
  }

  async close(): Promise<void> {
    const closed = once(this.#server, 'close');
    this.#server.close();
    this.#server.closeAllConnections();
    await closed;
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://127.0.0.1');
    const route = this.#router(request, url);
    const effect: Effect = route.rpc === null ? { kind: 'none' } : await this.#faults.meet(route.rpc);
    switch (effect.kind) {
      case 'none':
        await route.answer(request, response, url);
        return;
      case 'refuse':
        throw refusal(effect.code, effect.status, route.rpc);
      case 'drop-answer':
        withhold(response);
        await route.answer(request, response, url);
        return;
      case 'sever':
        request.socket.resetAndDestroy();
        return;
      case 'freeze':
      case 'silence':
        return;
    }
  }
}

/** Breaks the connection when the answer is ready, instead of sending it. */
function withhold(response: ServerResponse): void {
  response.end = (): ServerResponse => {
    response.socket?.resetAndDestroy();
    return response;
  };
  response.write = (): boolean => true;
}

/** A `status` fault as an HTTP response: an HTTP status, a gRPC status, or the name of an error. */
function refusal(code: string | number, grpc: status, rpc: HttpRpc | null): HttpError {
  if (typeof code === 'number' && code >= 400) {
    return googleError(code, 'The local cloud was told to fail.', 'backendError');
  }
  if (typeof code === 'string' && grpc === status.UNKNOWN) {
    return rpc === 'OAuthToken' ? new HttpError(400, { error: code }) : googleError(400, code, 'invalid');
  }
  return googleError(503, 'The local cloud was told to fail.', 'backendError', status[grpc]);
}

function sendError(response: ServerResponse, error: unknown): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const { status: code, body } =
    error instanceof HttpError
      ? error
      : new HttpError(500, { error: error instanceof Error ? error.message : String(error) });
  sendJson(response, code, body);
}
