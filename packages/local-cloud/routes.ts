/** The part of the cloud that answers each path of the HTTP port. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ControlApi } from './control-api.ts';
import { readBody, readJson, sendHtml, sendJson } from './http/body.ts';
import { HttpError } from './http/http-error.ts';
import type { Route, Router } from './http/http-server.ts';
import type { Accounts } from './identity/accounts.ts';
import type { IdentityAnswer, IdentityApi } from './identity/identity-api.ts';
import type { IssuedSecrets } from './identity/issued-secrets.ts';
import { OAUTH_PATHS, sendNoInteraction } from './oauth/google.ts';
import type { Google } from './oauth/google.ts';
import { chooserPage } from './oauth/pages.ts';
import type { SignInPlan } from './oauth/sign-in-plan.ts';
import type { RequestLog } from './request-log.ts';
import type { Keys } from './storage/keys.ts';

/** Google's hosts as the first segment of the path, as in Firebase's own Auth emulator. */
export const IDENTITY_BASES = {
  identityToolkit: '/identitytoolkit.googleapis.com',
  secureToken: '/securetoken.googleapis.com',
} as const;

export interface RouteParts {
  readonly google: Google;
  readonly identity: IdentityApi;
  readonly control: ControlApi;
  readonly accounts: Accounts;
  readonly plan: SignInPlan;
  readonly requests: RequestLog;
  readonly secrets: IssuedSecrets;
  readonly keys: Keys;
}

export function makeRouter(parts: RouteParts): Router {
  const { google, identity, requests, secrets, keys } = parts;
  const pem = { [keys.google.kid]: keys.google.publicKey };
  const oauth = async (request: IncomingMessage, response: ServerResponse): Promise<void> =>
    google.handle(request, response);

  const respond = (rpc: string, response: ServerResponse, answer: IdentityAnswer): void => {
    requests.add(rpc, answer.uid);
    secrets.take(answer.body, 'idToken', 'refreshToken', 'id_token', 'refresh_token', 'access_token');
    sendJson(response, 200, answer.body);
  };
  /** Refused calls are recorded as well, with no user. */
  const recorded = (rpc: 'SignInWithIdp' | 'SecureToken', ask: AskIdentity): Route => ({
    rpc,
    answer: async (request, response, url) => {
      try {
        respond(rpc, response, await ask(request, url.searchParams.get('key')));
      } catch (error) {
        requests.add(rpc, null, error instanceof HttpError ? { error: error.body } : {});
        throw error;
      }
    },
  });

  const routes = new Map<string, Route>([
    [
      `POST ${IDENTITY_BASES.identityToolkit}/v1/accounts:signInWithIdp`,
      recorded('SignInWithIdp', async (request, key) => identity.signInWithIdp(key, await readJson(request))),
    ],
    [
      `POST ${IDENTITY_BASES.secureToken}/v1/token`,
      recorded('SecureToken', async (request, key) => identity.refresh(key, await readForm(request))),
    ],
    [
      `GET ${OAUTH_PATHS.authorize}`,
      { rpc: 'OAuthAuthorize', answer: logged(requests, 'OAuthAuthorize', oauth) },
    ],
    [`POST ${OAUTH_PATHS.token}`, { rpc: 'OAuthToken', answer: logged(requests, 'OAuthToken', oauth) }],
    [
      `GET ${OAUTH_PATHS.pemCerts}`,
      page(async (_request, response) => {
        sendJson(response, 200, pem);
      }),
    ],
  ]);

  return (request, url) => {
    const route = routes.get(`${request.method ?? 'GET'} ${url.pathname}`);
    if (route !== undefined) return route;
    if (url.pathname.startsWith(OAUTH_PATHS.interaction)) {
      return page(async (incoming, response) => interact(parts, incoming, response));
    }
    return page(async (incoming, response) => {
      if (await parts.control.handle(incoming, response, url.pathname)) return;
      await google.handle(incoming, response);
    });
  };
}

type AskIdentity = (request: IncomingMessage, apiKey: string | null) => Promise<IdentityAnswer>;

function page(answer: Route['answer']): Route {
  return { rpc: null, answer };
}

function logged(requests: RequestLog, rpc: string, answer: Route['answer']): Route['answer'] {
  return async (request, response, url) => {
    requests.add(rpc, null);
    await answer(request, response, url);
  };
}

async function readForm(request: IncomingMessage): Promise<URLSearchParams> {
  const body = await readBody(request);
  if (!(request.headers['content-type'] ?? '').includes('json')) return new URLSearchParams(body);
  const json: unknown = JSON.parse(body);
  const entries = Object.entries(json ?? {}).map(([name, value]): [string, string] => [name, String(value)]);
  return new URLSearchParams(entries);
}

/** The step in which the user is asked, or answers, or need not be asked. */
async function interact(
  parts: RouteParts,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { google, accounts, plan } = parts;
  try {
    await google.checkInteraction(request, response);
  } catch {
    sendNoInteraction(response);
    return;
  }
  if (request.method === 'POST') {
    const form = await readForm(request);
    await google.finish(request, response, chosen(accounts, form));
  } else if (plan.next.kind === 'chooser') {
    sendHtml(response, 200, chooserPage(accounts.list().filter(({ state }) => state !== 'deleted')));
  } else {
    await google.finish(request, response, plan.next.kind === 'deny' ? null : plan.next.sub);
  }
}

/** The account that the form names or adds; null if the user cancelled. */
function chosen(accounts: Accounts, form: URLSearchParams): string | null {
  if (form.has('cancel')) return null;
  const sub = form.get('sub');
  if (sub !== null) return accounts.bySub(sub)?.sub ?? null;
  const email = form.get('email') ?? '';
  if (!email.includes('@')) throw new HttpError(400, { error: 'An account needs an e-mail address.' });
  const name = form.get('name') ?? '';
  return accounts.upsert({ email, ...(name === '' ? {} : { name }) }).sub;
}
