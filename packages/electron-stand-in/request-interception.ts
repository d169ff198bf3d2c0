/**
 * Intercepts the requests of a page for documents. The handlers of `protocol.handle` answer those to the
 * app's own schemes (scheme-server.ts answers other requests to them), and `mayNavigate` decides navigations.
 */
import type { CdpSession } from './chromium/connection.ts';
import { askApp, type ProtocolHandler, protocolHandler } from './protocol.ts';
import { report } from './runtime.ts';
import { toAppUrl } from './scheme.ts';
import { notBuiltError } from './strict.ts';

/** The parameters of `Fetch.requestPaused`. */
export interface PausedRequest {
  readonly requestId: string;
  readonly frameId: string;
  readonly redirectedRequestId?: string;
  readonly request: {
    readonly url: string;
    readonly method: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly hasPostData?: boolean;
    readonly postDataEntries?: readonly { readonly bytes?: string }[];
  };
}

/** Decides whether the page's top frame may go to `url`. */
export type NavigationDecider = (url: string, redirected: boolean) => boolean;

interface Page {
  /** The id of its top frame. */
  readonly mainFrame: string;
  readonly mayNavigate: NavigationDecider;
}

/** A command of the DevTools protocol that ends the pause of a request. */
interface Decision {
  readonly method: string;
  readonly params: Readonly<Record<string, unknown>>;
}

function failRequest(errorReason: string): Decision {
  return { method: 'Fetch.failRequest', params: { errorReason } };
}

/** Addresses for which a protocol handler of the app threw. */
const handlerFailures = new Set<string>();

/**
 * Whether a protocol handler of the app threw for this address. A second call returns false.
 */
export function takeHandlerFailure(url: string): boolean {
  return handlerFailures.delete(url);
}

/** Tells Chromium which requests to pause. */
export async function interceptRequests(session: CdpSession): Promise<void> {
  await session.send('Fetch.enable', { patterns: [{ urlPattern: '*', resourceType: 'Document' }] });
}

export async function answerRequest(session: CdpSession, paused: PausedRequest, page: Page): Promise<void> {
  const { method, params } = await decide(paused, page);
  await session.send(method, { requestId: paused.requestId, ...params });
}

async function decide(paused: PausedRequest, page: Page): Promise<Decision> {
  const { request, frameId, redirectedRequestId } = paused;
  const url = toAppUrl(request.url);
  const navigates = frameId === page.mainFrame;
  if (navigates && !page.mayNavigate(url, redirectedRequestId !== undefined)) return failRequest('Aborted');
  const handler = protocolHandler(url);
  return handler ? answerByApp(request, url, handler) : { method: 'Fetch.continueRequest', params: {} };
}

/**
 * The body of a request. Throws if Chromium withholds it, because it is too long or comes from a file.
 */
function bodyOf(request: PausedRequest['request']): Uint8Array<ArrayBuffer> | undefined {
  if (!request.hasPostData) return undefined;
  return Buffer.concat(
    (request.postDataEntries ?? [{}]).map(({ bytes }) => {
      if (bytes === undefined) throw notBuiltError('a request body of this kind');
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
    const headers = Object.entries(request.headers);
    const answer = await askApp(handler, url, request.method, headers, bodyOf(request));
    if (answer === undefined) return failRequest('Failed');
    const responseHeaders = [...answer.headers].map(([name, value]) => ({ name, value }));
    const params = { responseCode: answer.status, responseHeaders, body: answer.body.toString('base64') };
    return { method: 'Fetch.fulfillRequest', params };
  } catch (error) {
    report(`protocol handler for ${url}`, error);
    handlerFailures.add(url);
    return failRequest('Failed');
  }
}
