/**
 * Requests of a page: to the app's own schemes they are answered by `protocol.handle`, navigations are announced
 * as `will-navigate`, and webRequest's listeners have their say.
 */
import type { CdpSession } from './chromium/connection.ts';
import { protocolHandler } from './protocol.ts';
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

export async function decideRequest(
  session: CdpSession,
  paused: PausedRequest,
  page: { readonly id: number; readonly mainFrame: string; readonly gate: NavigationGate },
): Promise<void> {
  const { requestId, request } = paused;
  const url = toAppUrl(request.url);
  const fail = (errorReason: string): Promise<unknown> =>
    session.send('Fetch.failRequest', { requestId, errorReason });
  const details: RequestDetails = {
    id: Number(requestId.replaceAll(/\D/g, '')),
    url,
    method: request.method,
    resourceType: paused.resourceType.toLowerCase(),
    referrer: toAppUrl(request.headers['Referer'] ?? ''),
    webContentsId: page.id,
  };

  if (paused.responseErrorReason !== undefined) return void (await fail(paused.responseErrorReason));
  if (paused.responseStatusCode !== undefined) {
    const received = { ...details, statusCode: paused.responseStatusCode };
    const headers = await headersReceived(received, paused.responseHeaders ?? []);
    if (!headers) return void (await fail('BlockedByClient'));
    const response = { requestId, responseCode: paused.responseStatusCode, responseHeaders: headers };
    return void (await session.send('Fetch.continueResponse', response));
  }

  const navigates = paused.resourceType === 'Document' && paused.frameId === page.mainFrame;
  if (navigates && !page.gate(url, paused.redirectedRequestId !== undefined))
    return void (await fail('Aborted'));
  const before = await consult('before-request', details);
  if (before.cancel) return void (await fail('BlockedByClient'));
  if (before.redirectURL !== undefined) {
    const responseHeaders = [{ name: 'Location', value: toChromiumUrl(before.redirectURL) }];
    return void (await session.send('Fetch.fulfillRequest', {
      requestId,
      responseCode: 307,
      responseHeaders,
    }));
  }
  const sending = await consult('before-send-headers', { ...details, requestHeaders: request.headers });
  if (sending.cancel) return void (await fail('BlockedByClient'));
  const sent = sending.requestHeaders ?? request.headers;

  const handler = protocolHandler(url);
  if (handler)
    return answerByApp(session, { ...paused, request: { ...request, headers: sent } }, details, handler);
  const headers = sending.requestHeaders && Object.entries(sent).map(([name, value]) => ({ name, value }));
  await session.send('Fetch.continueRequest', { requestId, ...(headers && { headers }) });
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
  session: CdpSession,
  { requestId, request }: PausedRequest,
  details: RequestDetails,
  handler: (request: Request) => Response | Promise<Response>,
): Promise<void> {
  try {
    const body = bodyOf(request);
    const headers = Object.entries(request.headers).map(([name, value]): [string, string] => [
      name,
      /^(?:origin|referer)$/i.test(name) ? toAppUrl(value) : value,
    ]);
    const response = await handler(
      new Request(details.url, { method: request.method, headers, ...(body !== undefined && { body }) }),
    );
    const entries = [...response.headers].map(([name, value]) => ({ name, value }));
    const responseHeaders = await headersReceived({ ...details, statusCode: response.status }, entries);
    if (!responseHeaders) {
      await session.send('Fetch.failRequest', { requestId, errorReason: 'BlockedByClient' });
      return;
    }
    await session.send('Fetch.fulfillRequest', {
      requestId,
      responseCode: response.status,
      responseHeaders,
      body: Buffer.from(await response.arrayBuffer()).toString('base64'),
    });
  } catch (error) {
    report(`protocol handler for ${details.url}`, error);
    await session.send('Fetch.failRequest', { requestId, errorReason: 'Failed' });
  }
}
