/**
 * Requests of a page: to the app's own schemes they are answered by `protocol.handle`, navigations are announced
 * as `will-navigate`, and webRequest's listeners have their say.
 */
import type { CdpSession } from './chromium/connection.ts';
import { type ProtocolHandler, protocolHandler } from './protocol.ts';
import { report } from './runtime.ts';
import { schemePatterns, toAppUrl, toChromiumHeader, toChromiumUrl } from './scheme.ts';
import { notBuilt } from './strict.ts';
import { consult, interceptsAll, type RequestDetails } from './web-request.ts';

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
  readonly responseStatusCode?: number;
  readonly responseErrorReason?: string;
  readonly responseHeaders?: readonly HeaderEntry[];
}

/** Asks whether the page may go to `url`; for its top frame only. */
export type NavigationGate = (url: string, redirected: boolean) => boolean;

interface Page {
  readonly id: number;
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

/** Tells Chromium which requests to pause. */
export async function interceptRequests(session: CdpSession): Promise<void> {
  const { requests, responses } = interceptsAll();
  const patterns = [
    ...schemePatterns().map((urlPattern) => ({ urlPattern })),
    { urlPattern: '*', resourceType: 'Document' },
    ...(requests ? [{ urlPattern: '*' }] : []),
    ...(responses ? [{ urlPattern: '*', requestStage: 'Response' }] : []),
  ];
  await session.send('Fetch.enable', { patterns });
}

/** Answers a paused request, whatever stage it is at. */
export async function decideRequest(session: CdpSession, paused: PausedRequest, page: Page): Promise<void> {
  const { requestId, request } = paused;
  const details: RequestDetails = {
    id: Number(requestId.replaceAll(/\D/g, '')),
    url: toAppUrl(request.url),
    method: request.method,
    resourceType: paused.resourceType.toLowerCase(),
    referrer: toAppUrl(request.headers['Referer'] ?? ''),
    webContentsId: page.id,
  };
  const responded = paused.responseStatusCode !== undefined || paused.responseErrorReason !== undefined;
  const decision = responded
    ? await decideResponse(paused, details)
    : await decideSending(paused, details, page);
  await session.send(decision.method, { requestId, ...decision.params });
}

async function decideResponse(paused: PausedRequest, details: RequestDetails): Promise<Decision> {
  const { responseStatusCode: statusCode, responseErrorReason: error } = paused;
  if (error !== undefined || statusCode === undefined) return fail(error ?? 'Failed');
  const responseHeaders = await headersReceived({ ...details, statusCode }, paused.responseHeaders ?? []);
  if (!responseHeaders) return fail('BlockedByClient');
  return { method: 'Fetch.continueResponse', params: { responseCode: statusCode, responseHeaders } };
}

async function decideSending(paused: PausedRequest, details: RequestDetails, page: Page): Promise<Decision> {
  const { request, resourceType, frameId, redirectedRequestId } = paused;
  // A browser asks for this of its own accord, Electron does not.
  if (resourceType === 'Other' && new URL(request.url).pathname === '/favicon.ico') {
    return fulfill(204);
  }
  const navigates = resourceType === 'Document' && frameId === page.mainFrame;
  if (navigates && !page.gate(details.url, redirectedRequestId !== undefined)) return fail('Aborted');

  const before = await consult('before-request', details);
  if (before.cancel) return fail('BlockedByClient');
  if (before.redirectURL !== undefined) {
    return fulfill(307, [{ name: 'Location', value: toChromiumUrl(before.redirectURL) }]);
  }
  const sending = await consult('before-send-headers', { ...details, requestHeaders: request.headers });
  if (sending.cancel) return fail('BlockedByClient');

  const sent = sending.requestHeaders ?? request.headers;
  const handler = protocolHandler(details.url);
  if (handler) return answerByApp({ ...request, headers: sent }, details, handler);
  const headers = sending.requestHeaders && Object.entries(sent).map(([name, value]) => ({ name, value }));
  return { method: 'Fetch.continueRequest', params: { ...(headers && { headers }) } };
}

/** The headers as the app wants them; nothing when it cancels. */
async function headersReceived(
  details: RequestDetails,
  entries: readonly HeaderEntry[],
): Promise<readonly HeaderEntry[] | undefined> {
  const responseHeaders: Record<string, string[]> = {};
  for (const { name, value } of entries) (responseHeaders[name] ??= []).push(value);
  const verdict = await consult('headers-received', { ...details, responseHeaders });
  if (verdict.cancel) return undefined;
  return Object.entries(verdict.responseHeaders ?? responseHeaders).flatMap(([name, values]) =>
    [values].flat().map((value) => ({ name, value: toChromiumHeader(value) })),
  );
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
  details: RequestDetails,
  handler: ProtocolHandler,
): Promise<Decision> {
  try {
    const { method } = request;
    const body = bodyOf(request);
    const headers = Object.entries(request.headers).map(([name, value]): [string, string] => [
      name,
      /^(?:origin|referer)$/i.test(name) ? toAppUrl(value) : value,
    ]);
    const response = await handler(new Request(details.url, { method, headers, ...(body && { body }) }));
    const entries = [...response.headers].map(([name, value]) => ({ name, value }));
    const responseHeaders = await headersReceived({ ...details, statusCode: response.status }, entries);
    if (!responseHeaders) return fail('BlockedByClient');
    return fulfill(response.status, responseHeaders, Buffer.from(await response.arrayBuffer()));
  } catch (error) {
    report(`protocol handler for ${details.url}`, error);
    return fail('Failed');
  }
}
