/** The control endpoint: `Controls` over HTTP, with JSON in and out. `README.md` describes each call. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import * as v from 'valibot';
import type { Controls } from './controls.ts';
import { parseFault } from './faults/fault.ts';
import { RpcError } from './firestore/rpc-error.ts';
import { readJson, sendJson } from './http/body.ts';
import { HttpError } from './http/http-error.ts';
import { IdTokenChangesSchema } from './oauth/sign-in-plan.ts';

const AccountsSchema = v.union([
  v.strictObject({ deny: v.literal(true) }),
  v.strictObject({ chooser: v.literal(true) }),
  v.strictObject({
    sub: v.optional(v.pipe(v.string(), v.nonEmpty())),
    email: v.pipe(v.string(), v.email()),
    name: v.optional(v.string()),
    picture: v.optional(v.nullable(v.string())),
    deny: v.optional(v.boolean(), false),
  }),
]);
const TokensSchema = v.strictObject({
  ttlSeconds: v.optional(v.pipe(v.number(), v.minValue(1))),
  signInProvider: v.optional(v.string()),
  revoke: v.optional(v.string()),
  disable: v.optional(v.string()),
  enable: v.optional(v.string()),
  delete: v.optional(v.string()),
});
const OAuthSchema = v.strictObject({
  idToken: IdTokenChangesSchema,
  times: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1)), 1),
});
const RulesSchema = v.strictObject({ order: v.picklist(['preconditions-first', 'rules-first']) });
const DocumentSchema = recordOf(v.unknown());
const DocumentsSchema = recordOf(DocumentSchema);

type Handler = (input: unknown, id: string) => unknown;

export class ControlApi {
  readonly #routes: ReadonlyMap<string, Handler>;

  constructor(controls: Controls) {
    this.#routes = routesOf(controls);
  }

  /** @returns false if the request is not for the control endpoint */
  async handle(request: IncomingMessage, response: ServerResponse, path: string): Promise<boolean> {
    const [, resource = '', ...rest] = path.split('/');
    const encodedId = rest.join('/');
    const route = this.#routes.get(
      `${request.method ?? 'GET'} /${resource}${encodedId === '' ? '' : '/{id}'}`,
    );
    if (route === undefined) return false;
    // Requests of web pages have an origin, those of tests do not. Web pages must not control the cloud.
    if (request.headers.origin !== undefined) throw new HttpError(403, { error: 'Not from a web page.' });
    try {
      sendJson(response, 200, await route(await readJson(request), decodeId(encodedId)));
    } catch (error) {
      if (error instanceof v.ValiError) throw new HttpError(400, { error: v.summarize(error.issues) });
      if (error instanceof RpcError) throw new HttpError(400, { error: error.message });
      throw error;
    }
    return true;
  }
}

function routesOf(controls: Controls): ReadonlyMap<string, Handler> {
  return new Map<string, Handler>([
    ['GET /docs', () => controls.docs()],
    [
      'POST /docs',
      (input) => {
        const entries = Object.entries(v.parse(DocumentsSchema, input));
        controls.putDocs(entries);
        return { count: entries.length };
      },
    ],
    ['GET /docs/{id}', (_input, id) => controls.doc(id) ?? notFound(id)],
    ['PUT /docs/{id}', (input, id) => controls.putDoc(id, v.parse(DocumentSchema, input))],
    ['DELETE /docs/{id}', (_input, id) => (controls.deleteDoc(id) ? {} : notFound(id))],
    ['GET /faults', () => controls.faults()],
    ['POST /faults', (input) => controls.addFault(parseFault(input))],
    [
      'DELETE /faults',
      async () => {
        await controls.clearFaults();
        return {};
      },
    ],
    ['GET /requests', () => controls.requests()],
    [
      'DELETE /requests',
      () => {
        controls.clearRequests();
        return {};
      },
    ],
    ['GET /usage', () => controls.usage()],
    ['GET /accounts', () => controls.accounts()],
    ['POST /accounts', (input) => setNextSignIn(controls, v.parse(AccountsSchema, input))],
    ['POST /tokens', (input) => changeTokens(controls, v.parse(TokensSchema, input))],
    [
      'POST /oauth',
      (input) => {
        const { idToken, times } = v.parse(OAuthSchema, input);
        controls.changeIdTokens(idToken, times);
        return {};
      },
    ],
    [
      'POST /rules',
      (input) => {
        controls.checkOrder = v.parse(RulesSchema, input).order;
        return {};
      },
    ],
  ]);
}

function setNextSignIn(controls: Controls, input: v.InferOutput<typeof AccountsSchema>): unknown {
  const account = 'email' in input ? controls.signInAs(input) : {};
  if ('deny' in input && input.deny) controls.denySignIn();
  if ('chooser' in input) controls.askWhoSignsIn();
  return account;
}

function changeTokens(controls: Controls, input: v.InferOutput<typeof TokensSchema>): object {
  const changeAccount = (uid: string | undefined, change: (uid: string) => boolean): void => {
    if (uid !== undefined && !change(uid)) notFound(uid);
  };
  changeAccount(input.revoke, (uid) => controls.revoke(uid));
  changeAccount(input.disable, (uid) => controls.revoke(uid, 'disabled'));
  changeAccount(input.delete, (uid) => controls.revoke(uid, 'deleted'));
  changeAccount(input.enable, (uid) => controls.enable(uid));
  if (input.ttlSeconds !== undefined) controls.setTokenTtl(input.ttlSeconds);
  if (input.signInProvider !== undefined) controls.setSignInProvider(input.signInProvider);
  return {};
}

/** A JSON object with such values. It refuses an array, which valibot's own record accepts. */
function recordOf<Value extends v.GenericSchema>(value: Value) {
  return v.pipe(
    v.unknown(),
    v.check((input) => !Array.isArray(input), 'Expected an object but received an array.'),
    v.record(v.string(), value),
  );
}

/** @throws HttpError 400 if the text is not percent-encoded */
function decodeId(encoded: string): string {
  try {
    return decodeURIComponent(encoded);
  } catch {
    throw new HttpError(400, { error: `"${encoded}" is not percent-encoded text.` });
  }
}

function notFound(id: string): never {
  throw new HttpError(404, { error: `There is no "${id}".` });
}
