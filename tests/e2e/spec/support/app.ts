/**
 * Shared by the specification's tests: one cloud and one app for all tests of a worker, signed in once. Each
 * test starts on the notes home of an empty account, in a wide window, without motion and without faults.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Locator, test as base } from '@playwright/test';
import type { Bridge, Outcome } from '#shared/ipc/bridge.ts';
import type { RequestChannel, Requests } from '#shared/ipc/requests.ts';
import { type Cloud, startCloud } from '@inkling/local-cloud/cloud.ts';
import {
  ADA,
  dropDrafts,
  expect,
  launch,
  type Person,
  type Pointer,
  type RunningApp,
  signIn,
} from '../../support/fixtures.ts';
import { TEST_LIMIT_MS } from '#tests/support/limits.ts';

export { ADA, addNote, BEN, openedAddress, signIn } from '../../support/fixtures.ts';
export { expect };

declare global {
  interface Window {
    /** Set by the preload script. */
    readonly inkling: Bridge;
  }
}

const WIDE = { width: 1180, height: 800 };
/** Every list, with its path and the name of its entry in the drawer. */
export const SCREENS = [
  { path: '/', name: 'Notes' },
  { path: '/archive', name: 'Archive' },
  { path: '/trash', name: 'Trash' },
] as const;
export type ScreenPath = (typeof SCREENS)[number]['path'] | '/signup';

/** The bridge without its types, which cannot be passed into the page. */
interface AnyBridge {
  request(channel: string, ...args: readonly unknown[]): Promise<unknown>;
}

/** The app that the tests of one worker share. */
interface Instance extends RunningApp {
  readonly cloud: Cloud;
  readonly userData: string;
  /** What the page wrote to its console, as `type: text`. */
  readonly lines: string[];
}

export interface SeedNote {
  /** A field that is `undefined` is left out of the document. By default the document has all fields. */
  readonly [field: string]: unknown;
}

export class SpecApp {
  readonly cloud: Cloud;
  readonly electron: Instance['electron'];
  readonly page: Instance['page'];
  readonly userData: string;
  readonly #instance: Instance;
  readonly #linesBefore: number;
  readonly #outputBefore: number;
  #seeded = 0;

  constructor(instance: Instance) {
    this.#instance = instance;
    this.cloud = instance.cloud;
    this.electron = instance.electron;
    this.page = instance.page;
    this.userData = instance.userData;
    this.#linesBefore = instance.lines.length;
    this.#outputBefore = instance.output().length;
  }

  /** The page's console since the test began, as `type: text`. */
  lines(): string[] {
    return this.#instance.lines.slice(this.#linesBefore);
  }

  output(): string {
    return this.#instance.output().slice(this.#outputBefore);
  }

  uidOf({ sub }: Person): string {
    const account = this.cloud.controls.accounts().find((one) => one.sub === sub);
    if (account === undefined) throw new Error(`${sub} has never signed in`);
    return account.uid;
  }

  /** Sends a request to the main process, as the page does. */
  async request<C extends RequestChannel>(
    channel: C,
    ...args: Parameters<Requests[C]>
  ): Promise<Outcome<ReturnType<Requests[C]>>> {
    const outcome = await this.page.evaluate(
      ([name, given]) => (window.inkling as AnyBridge).request(name, ...given),
      [channel, args] as const,
    );
    return outcome as Outcome<ReturnType<Requests[C]>>;
  }

  /**
   * Writes notes to the cloud as another device would, each newer than the last, and waits for their arrival.
   */
  async seed(...notes: readonly SeedNote[]): Promise<string[]> {
    const ownUid = this.uidOf(ADA);
    const entries = notes.map((note): [string, Record<string, unknown>] => {
      this.#seeded += 1;
      const createdAt = new Date(Date.UTC(2026, 0, 1) + this.#seeded * 60_000).toISOString();
      const defaults = { uid: ownUid, title: '', text: '', createdAt, isArchived: false, isDeleted: false };
      const fields = Object.entries({ ...defaults, ...note }).filter(([, value]) => value !== undefined);
      return [`seed-${this.#seeded}`, Object.fromEntries(fields)];
    });
    this.cloud.controls.putDocs(entries);
    await this.holds(this.cloud.controls.docs().filter((doc) => doc['uid'] === ownUid).length);
    return entries.map(([id]) => id);
  }

  /** Waits until this device has `total` notes of its user. */
  async holds(total: number): Promise<void> {
    await this.page.evaluate(
      (wanted) =>
        new Promise<void>((resolve) => {
          const look = async (): Promise<void> => {
            const counts = await window.inkling.request('notes:counts');
            if (!counts.ok) return;
            if (counts.value.active + counts.value.archived + counts.value.trashed !== wanted) return;
            end();
            resolve();
          };
          const end = window.inkling.subscribe('notes:changed', () => void look());
          void look();
        }),
      total,
    );
  }

  /** Waits until the live query is up and the cloud has all changes of this device. */
  async waitUntilSynced(): Promise<void> {
    await this.page.evaluate(
      () =>
        new Promise<void>((resolve) => {
          const look = async (): Promise<void> => {
            const sync = await window.inkling.request('sync:get');
            if (!sync.ok || sync.value.phase !== 'live' || sync.value.pending > 0) return;
            end();
            resolve();
          };
          const end = window.inkling.subscribe('sync:changed', () => void look());
          void look();
        }),
    );
  }

  /** Waits until all changes are in the cloud. @returns the document's fields */
  async stored(id: string): Promise<Readonly<Record<string, unknown>>> {
    await this.waitUntilSynced();
    const doc = this.cloud.controls.doc(id);
    if (doc === null) throw new Error(`The cloud has no note ${id}`);
    return doc.fields;
  }

  /** Opens a screen by its address. */
  async open(screen: string): Promise<void> {
    await this.page.evaluate((hash) => {
      location.hash = hash;
    }, `#${screen}`);
  }

  async path(): Promise<string> {
    return new URL(this.page.url()).hash.slice(1);
  }

  async expectPath(screen: ScreenPath): Promise<void> {
    await expect.poll(() => this.path(), { intervals: [20, 50, 100] }).toBe(screen);
  }

  /** Ends the session at once, without the log-out icon's delay. */
  async signOut(): Promise<void> {
    await this.request('session:sign-out');
    await this.button('Sign In With Google').waitFor();
  }

  async signIn(person: Person): Promise<void> {
    await signIn(this, this.cloud, person);
  }

  button(name: string): Locator {
    return this.page.getByRole('button', { name, exact: true });
  }

  cards(): Locator {
    return this.page.getByRole('article');
  }

  card(text: string): Locator {
    return this.cards().filter({ hasText: text });
  }

  /** A card's icon button. Its row of actions is shown while the pointer is on the card. */
  async act(text: string, action: string): Promise<void> {
    await this.card(text).hover();
    await this.card(text).getByRole('button', { name: action, exact: true }).click();
  }

  drawer(): Locator {
    return this.page.locator('nav');
  }

  entry(name: string): Locator {
    return this.drawer().getByRole('link', { name, exact: true });
  }

  search(): Locator {
    return this.page.getByPlaceholder('Search');
  }

  /** The creation box's only field when collapsed, its text field when expanded. */
  take(): Locator {
    return this.page.getByPlaceholder('Take a note...');
  }

  title(): Locator {
    return this.page.getByPlaceholder('Title');
  }

  /** Clicks on an empty place. */
  async clickAway(): Promise<void> {
    await this.page.getByRole('banner').click({ position: { x: 5, y: 5 } });
  }

  dialog(): Locator {
    return this.page.getByRole('dialog');
  }

  /** Everything that the page shows as text. */
  async text(): Promise<string> {
    return this.page.evaluate(() => document.body.innerText);
  }
}

interface WorkerFixtures {
  /** Tests that change the page or the process for good use an instance of their own by another name. */
  readonly instanceName: string;
  readonly pointer: Pointer;
  readonly instance: Instance;
}

interface TestFixtures {
  readonly app: SpecApp;
  /** Starts the app once more, as another device with the same cloud; nobody is signed in there. */
  readonly device: () => Promise<RunningApp>;
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  instanceName: ['shared', { scope: 'worker', option: true }],
  pointer: ['mouse', { scope: 'worker', option: true }],
  instance: [
    async ({ instanceName, pointer }, use) => {
      const userData = mkdtempSync(path.join(tmpdir(), `inkling-spec-${instanceName}-`));
      const cloud = await startCloud();
      const running = await launch(cloud.configPath, userData, { pointer });
      const lines: string[] = [];
      running.page.on('console', (message) => lines.push(`${message.type()}: ${message.text()}`));
      await use({ ...running, cloud, userData, lines });
      await running.close();
      await cloud.close();
      rmSync(userData, { recursive: true, force: true, maxRetries: 5 });
    },
    { scope: 'worker', timeout: TEST_LIMIT_MS },
  ],
  app: async ({ instance }, use) => {
    await reset(instance);
    await use(new SpecApp(instance));
    expect(instance.errors).toEqual([]);
  },
  device: async ({ instance }, use) => {
    const folders: string[] = [];
    const devices: RunningApp[] = [];
    await use(async () => {
      const folder = mkdtempSync(path.join(tmpdir(), 'inkling-spec-device-'));
      folders.push(folder);
      const device = await launch(instance.cloud.configPath, folder);
      devices.push(device);
      return device;
    });
    await Promise.all(devices.map((device) => device.close()));
    for (const folder of folders) rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    expect(devices.flatMap(({ errors }) => errors)).toEqual([]);
  },
});

async function reset(instance: Instance): Promise<void> {
  const { cloud, page } = instance;
  const app = new SpecApp(instance);
  await cloud.controls.clearFaults();
  await page.setViewportSize(WIDE);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.mouse.move(0, 0);
  const session = await app.request('session:get');
  const signedIn = session.ok && session.value.status === 'signed-in' ? session.value : null;
  if (signedIn?.user.email !== ADA.email || signedIn.expired) {
    if (signedIn !== null) await app.request('session:sign-out');
    await app.open('/signup');
    await app.signIn(ADA);
  }
  await app.request('sync:now');
  await app.waitUntilSynced();
  for (const { path: document } of cloud.controls.docs()) cloud.controls.deleteDoc(document);
  await app.holds(0);
  cloud.controls.clearRequests();
  await app.open('/');
  await dropDrafts(page);
  await app.request('settings:change', { drawerPinned: true });
  await page.reload();
  await app.take().waitFor();
}
