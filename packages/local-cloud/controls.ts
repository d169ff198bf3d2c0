/**
 * A test's controls of the cloud, apart from the app: change documents as another client would, decide who
 * signs in, revoke tokens, and set faults. `control-api.ts` offers the same over HTTP.
 */
import type { Documents, StoredDocument } from './firestore/documents.ts';
import { documentFromJson, fieldsFromRest, fieldsToJson } from './firestore/json-values.ts';
import { checkDocumentName, lastSegment, relativePath } from './firestore/names.ts';
import type { Fields } from './firestore/protocol.ts';
import { unauthenticated } from './firestore/rpc-error.ts';
import type { FirestoreService } from './firestore/service.ts';
import { toIso, toTimestamp } from './firestore/time.ts';
import type { Micros } from './firestore/time.ts';
import type { Usage } from './firestore/usage.ts';
import { store } from './firestore/writes.ts';
import type { CheckOrder } from './firestore/writes.ts';
import { parseFault } from './faults/fault.ts';
import type { Fault, FaultInput } from './faults/fault.ts';
import type { Faults } from './faults/faults.ts';
import type { Account, Accounts, Person } from './identity/accounts.ts';
import type { IdTokens } from './identity/id-tokens.ts';
import type { IssuedSecrets } from './identity/issued-secrets.ts';
import type { IdTokenChanges, SignInPlan } from './oauth/sign-in-plan.ts';
import type { ReceivedRequest, RequestLog } from './request-log.ts';

/** A document as in `GET /docs`: its fields as plain JSON, both directly and under `fields`. */
export interface DocumentView {
  readonly id: string;
  /** `notes/abc` */
  readonly path: string;
  readonly fields: Readonly<Record<string, unknown>>;
  /** ISO 8601 with microseconds. */
  readonly createTime: string;
  readonly updateTime: string;
  readonly [field: string]: unknown;
}

/** Plain JSON, or Firestore's REST form. */
export type DocumentContent = Readonly<Record<string, unknown>>;

export interface ControlParts {
  readonly database: string;
  readonly documents: Documents;
  readonly service: FirestoreService;
  readonly faults: Faults;
  readonly requests: RequestLog;
  readonly accounts: Accounts;
  readonly idTokens: IdTokens;
  readonly plan: SignInPlan;
  readonly secrets: IssuedSecrets;
}

export class Controls {
  checkOrder: CheckOrder = 'preconditions-first';
  readonly #parts: ControlParts;

  constructor(parts: ControlParts) {
    this.#parts = parts;
  }

  /** All documents, the oldest first. */
  docs(): DocumentView[] {
    return [...this.#parts.documents.all()]
      .toSorted((a, b) => a.createTime - b.createTime)
      .map((document) => view(document));
  }

  doc(id: string): DocumentView | null {
    const found = this.#parts.documents.get(this.#nameOf(id));
    return found === null ? null : view(found);
  }

  /**
   * Writes the whole document, bypassing the rules. `content` is plain JSON, or Firestore's REST form if its
   * only key is `fields`.
   * @param id of a note, or a path with slashes
   */
  putDoc(id: string, content: DocumentContent): DocumentView {
    const { documents } = this.#parts;
    const time = documents.clock.next();
    const change = this.#replace(id, content, time);
    if (change.after !== change.before) documents.commit({ time, changes: [change] });
    return view(change.after);
  }

  /** Writes many documents as one commit, each with its id, which is the fastest way to fill the cloud. */
  putDocs(entries: Iterable<readonly [id: string, content: DocumentContent]>): void {
    const { documents } = this.#parts;
    const time = documents.clock.next();
    // If an id occurs twice, the last one counts.
    const changes = [...new Map(entries)].map(([id, content]) => this.#replace(id, content, time));
    documents.commit({ time, changes: changes.filter(({ before, after }) => after !== before) });
  }

  /** @returns whether the document existed */
  deleteDoc(id: string): boolean {
    const { documents } = this.#parts;
    const name = this.#nameOf(id);
    const before = documents.get(name);
    if (before === null) return false;
    documents.commit({ time: documents.clock.next(), changes: [{ name, before, after: null }] });
    return true;
  }

  /** @throws ValiError that says what is wrong with the fault */
  async addFault(input: FaultInput): Promise<Fault> {
    const fault = parseFault(input);
    await this.#parts.faults.add(fault);
    return fault;
  }

  faults(): readonly Fault[] {
    return this.#parts.faults.list();
  }

  async clearFaults(): Promise<void> {
    await this.#parts.faults.clear();
  }

  requests(): readonly ReceivedRequest[] {
    return this.#parts.requests.list();
  }

  /** What Firestore would have billed so far. */
  usage(): Usage {
    return this.#parts.service.usage.read();
  }

  clearRequests(): void {
    this.#parts.requests.clear();
  }

  /** Every code, token and secret that the cloud has issued or received so far. */
  issuedSecrets(): ReturnType<IssuedSecrets['list']> {
    return this.#parts.secrets.list();
  }

  accounts(): readonly Account[] {
    return this.#parts.accounts.list();
  }

  /** From now on this person signs in without being asked. */
  signInAs(person: Person): Account {
    const account = this.#parts.accounts.upsert(person);
    this.#parts.plan.next = { kind: 'account', sub: account.sub };
    return account;
  }

  /** From now on every sign-in is refused as if the user had cancelled. */
  denySignIn(): void {
    this.#parts.plan.next = { kind: 'deny' };
  }

  /** From now on the page asks again who signs in. */
  askWhoSignsIn(): void {
    this.#parts.plan.next = { kind: 'chooser' };
  }

  /** Applies these changes to the next ID tokens of Google, `times` of them. */
  changeIdTokens(changes: IdTokenChanges, times: number): void {
    this.#parts.plan.changeIdTokens(changes, times);
  }

  setTokenTtl(seconds: number): void {
    this.#parts.idTokens.ttlSeconds = seconds;
  }

  /** From now on Firebase's ID tokens say that their holders signed in with this provider. */
  setSignInProvider(provider: string): void {
    this.#parts.idTokens.signInProvider = provider;
  }

  /**
   * Revokes every token of the user. The user stays `active`, or becomes disabled or deleted as well.
   * @returns whether there is such a user
   */
  revoke(uid: string, state: Account['state'] = 'active'): boolean {
    const { accounts, service } = this.#parts;
    const hasAccount = accounts.revoke(uid) && accounts.setState(uid, state);
    service.endStreams(unauthenticated('The ID token is no longer valid.'), uid);
    return hasAccount;
  }

  /** Lets a user that was disabled sign in again. */
  enable(uid: string): boolean {
    return this.#parts.accounts.setState(uid, 'active');
  }

  #replace(id: string, content: DocumentContent, time: Micros) {
    const name = this.#nameOf(id);
    const before = this.#parts.documents.get(name);
    return { name, before, after: store(name, contentOf(content, time), before, time) };
  }

  #nameOf(id: string): string {
    const { database } = this.#parts;
    return checkDocumentName(`${database}/documents/${id.includes('/') ? id : `notes/${id}`}`, database);
  }
}

function contentOf(content: DocumentContent, time: Micros): Fields {
  const isRest = Object.keys(content).length === 1 && 'fields' in content;
  return isRest ? fieldsFromRest(content['fields']) : documentFromJson(content, toTimestamp(time));
}

function view(document: StoredDocument): DocumentView {
  const fields = fieldsToJson(document.fields);
  return {
    ...fields,
    id: lastSegment(document.name),
    path: relativePath(document.name),
    fields,
    createTime: toIso(toTimestamp(document.createTime)),
    updateTime: toIso(toTimestamp(document.updateTime)),
  };
}
