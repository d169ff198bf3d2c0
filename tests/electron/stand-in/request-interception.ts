/**
 * Requests of a page: to the app's own schemes they are answered by `protocol.handle`, and navigations are announced
 * as `will-navigate`.
 */
import type { CdpSession } from './chromium/connection.ts';
import { type ProtocolHandler, protocolHandler } from './protocol.ts';
import { report } from './runtime.ts';
import { schemePatterns, toAppUrl, toChromiumHeader } from './scheme.ts';
import { notBuilt } from './strict.ts';

interface HeaderEntry {
  readonly name: string;
  readonly value: string;
}
/** The parameters of `Fetch.requestPaused`. */
export interface PausedRequest {
  readonly requestId: string;
  readonly frameId: string;
  readonly resourceType: string;
  readonly redirectedRequestId?: string;
  readonly request: {
    readonly url: string;
    readonly method: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly hasPostData?: boolean;
    readonly postDataEntries?: readonly { readonly bytes?: string }[];
  };
}

/** Asks whether the page may go to `url`; for its top frame only. */
export type NavigationGate = (url: string, redirected: boolean) => boolean;

interface Page {
  /** The id of its top frame. */
  readonly mainFrame: string;
  readonly gate: NavigationGate;
}

/** A command that lets a paused request go on in one way or another. */
interface Decision {
  readonly method: string;
  readonly params: Readonly<Record<string, unknown>>;
}

function fail(errorReason: string): Decision {
  return { method: 'Fetch.failRequest', params: { errorReason } };
}

function fulfill(
  responseCode: number,
  responseHeaders: readonly HeaderEntry[] = [],
  body?: Buffer,
): Decision {
  const params = { responseCode, responseHeaders, ...(body && { body: body.toString('base64') }) };
  return { method: 'Fetch.fulfillRequest', params };
}

/** Addresses whose handler threw. */
const handlerFailures = new Set<string>();

/** Whether it was the app's own handler that failed for this address; told once. */
export function takeHandlerFailure(url: string): boolean {
  return handlerFailures.delete(url);
}

/** Tells Chromium which requests to pause. */
export async function interceptRequests(session: CdpSession): Promise<void> {
  const patterns = [
    ...schemePatterns().map((urlPattern) => ({ urlPattern })),
    { urlPattern: '*', resourceType: 'Document' },
  ];
  await session.send('Fetch.enable', { patterns });
}

/** Answers a paused request. */
export async function decideRequest(session: CdpSession, paused: PausedRequest, page: Page): Promise<void> {
  const { method, params } = await decide(paused, page);
  await session.send(method, { requestId: paused.requestId, ...params });
}

async function decide(paused: PausedRequest, page: Page): Promise<Decision> {
  const { request, resourceType, frameId, redirectedRequestId } = paused;
  // A browser asks for this of its own accord, Electron does not.
  if (resourceType === 'Other' && new URL(request.url).pathname === '/favicon.ico') {
    return fulfill(204);
  }
  const url = toAppUrl(request.url);
  const navigates = resourceType === 'Document' && frameId === page.mainFrame;
  if (navigates && !page.gate(url, redirectedRequestId !== undefined)) return fail('Aborted');
  const handler = protocolHandler(url);
  return handler ? answerByApp(request, url, handler) : { method: 'Fetch.continueRequest', params: {} };
}

/** Throws for a body that Chromium does not hand over: one that is too long or comes from a file. */
function bodyOf(request: PausedRequest['request']): Uint8Array<ArrayBuffer> | undefined {
  if (!request.hasPostData) return undefined;
  return Buffer.concat(
    (request.postDataEntries ?? [{}]).map(({ bytes }) => {
      if (bytes === undefined) throw notBuilt('a request body of this kind');
      return Buffer.from(bytes, 'base64');
    }),
  );
}

async function answerByApp(
  request: PausedRequest['request'],
  url: string,
  handler: ProtocolHandler,
): Promise<Decision> {
  try {
    const { method } = request;
    const body = bodyOf(request);
    const headers = Object.entries(request.headers).map(([name, value]): [string, string] => [
      name,
      /^(?:origin|referer)$/i.test(name) ? toAppUrl(value) : value,
    ]);
    const response = await handler(new Request(url, { method, headers, ...(body && { body }) }));
    if (response.type === 'error') return fail('Failed');
    const responseHeaders = [...response.headers].map(([name, value]) => ({
      name,
      value: toChromiumHeader(value),
    }));
    return fulfill(response.status, responseHeaders, Buffer.from(await response.arrayBuffer()));
  } catch (error) {
    report(`protocol handler for ${url}`, error);
    handlerFailures.add(url);
    return fail('Failed');
  }
}
