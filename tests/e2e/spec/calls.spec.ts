/** The calls of the app to the sign-in service and the database (specification, section 7). */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { browse } from '@inkling/local-cloud/browser.ts';
import { ADA, expect, openedAddress, type SpecApp, test } from './support/app.ts';

test("§7 sign in: Google's own page opens in a browser and is sent no payload", async ({ app }) => {
  await app.signOut();
  app.cloud.controls.signInAs(ADA);
  const address = await openedAddress(app.electron, () => app.button('Sign In With Google').click());
  let google = '';
  await browse(address, (next) => {
    google ||= next;
    return next;
  });
  const url = new URL(google);
  expect(url.origin + url.pathname).toBe(app.cloud.config.endpoints.authorize);
  expect(url.searchParams.get('response_type')).toBe('code');
  expect(url.searchParams.get('scope')?.split(' ').toSorted()).toEqual(['email', 'openid', 'profile']);
  await expect(app.take()).toBeVisible();
  expect(app.cloud.controls.requests().map(({ rpc }) => rpc)).toContain('SignInWithIdp');
  const withPayload = await app.page.evaluate(() => {
    const payload: [] = [{ as: 'somebody' }] as unknown as [];
    return window.inkling.request('session:sign-in', ...payload);
  });
  expect(withPayload).toMatchObject({ ok: false, error: { code: 'invalid-argument' } });
});

test('§7 observe auth state: a subscription delivers the user or a signed-out state', async ({ app }) => {
  await app.page.evaluate(() => {
    const delivered: unknown[] = [];
    Object.assign(window, { delivered });
    window.inkling.subscribe('session:changed', (state) => delivered.push(state));
  });
  await app.signOut();
  await app.signIn(ADA);
  const delivered = await app.page.evaluate(() => Reflect.get(window, 'delivered') as unknown[]);
  expect(delivered.at(0)).toEqual({ status: 'signed-out', signingIn: false });
  expect(delivered.at(-1)).toMatchObject({ status: 'signed-in', user: { uid: app.uidOf(ADA) } });
});

test('§7 load notes: a live query on notes, by uid, ordered by createdAt descending', async ({ app }) => {
  await app.signOut();
  app.cloud.controls.clearRequests();
  await app.signIn(ADA);
  await app.waitUntilSynced();
  // A connection that is too slow is given up, and another one asks the same again.
  const asked = app.cloud.controls.requests().filter(({ rpc }) => rpc === 'AddTarget');
  const queries = asked.filter(
    ({ query }, index) => index === 0 || !isDeepStrictEqual(query, asked[0]?.['query']),
  );
  expect(queries).toMatchObject([
    {
      uid: app.uidOf(ADA),
      query: {
        from: [{ collectionId: 'notes' }],
        where: {
          fieldFilter: { field: { fieldPath: 'uid' }, op: 'EQUAL', value: { stringValue: app.uidOf(ADA) } },
        },
      },
    },
  ]);
  const query = queries[0]?.['query'] as { orderBy: readonly unknown[]; limit?: unknown };
  expect(query.orderBy[0]).toEqual({ field: { fieldPath: 'createdAt' }, direction: 'DESCENDING' });
  expect(query.limit ?? null).toBeNull();
});

test('§7 add note: a document with the fields, uid and the server timestamp is added to notes', async ({
  app,
}) => {
  await app.take().click();
  await app.title().fill('Milk');
  await app.take().fill('two litres');
  await app.clickAway();
  await expect(app.card('Milk')).toBeVisible();
  await app.waitUntilSynced();
  expect(writesOf(app)).toMatchObject([
    {
      operation: 'update',
      path: expect.stringMatching(/^notes\/[A-Za-z0-9]{20}$/),
      currentDocument: { exists: false },
      transforms: [{ fieldPath: 'createdAt', setToServerValue: 'REQUEST_TIME' }],
    },
  ]);
  expect(app.cloud.controls.docs().map(({ fields }) => fields)).toEqual([
    {
      title: 'Milk',
      text: 'two litres',
      uid: app.uidOf(ADA),
      createdAt: expect.any(String),
      isArchived: false,
      isDeleted: false,
    },
  ]);
});

test('§7 update note: a partial update of notes/{id} names only the fields that change', async ({ app }) => {
  const [id = ''] = await app.seed({ title: 'Milk', text: 'two litres' });
  const document = { operation: 'update', path: `notes/${id}` };
  await app.act('Milk', 'Edit');
  await app.dialog().getByLabel('Title').fill('Oat milk');
  await app.button('Save').click();
  await expect(app.dialog()).toHaveCount(0);
  await app.waitUntilSynced();
  expect(writesOf(app)).toMatchObject([{ ...document, mask: ['title'] }]);
  await app.act('Oat milk', 'Archive');
  await expect(app.cards()).toHaveCount(0);
  await app.waitUntilSynced();
  expect(writesOf(app).at(-1)).toMatchObject({ ...document, mask: ['isArchived'] });
  await app.entry('Archive').click();
  await app.act('Oat milk', 'Move to trash');
  await expect(app.cards()).toHaveCount(0);
  await app.waitUntilSynced();
  const last = writesOf(app).at(-1);
  expect(last).toMatchObject(document);
  expect(last?.['mask']).toHaveLength(2);
  expect(last?.['mask']).toEqual(expect.arrayContaining(['isArchived', 'isDeleted']));
});

test('§7 delete forever: the document notes/{id} is deleted', async ({ app }) => {
  const [id = ''] = await app.seed({ title: 'Milk', isDeleted: true });
  await app.open('/trash');
  await app.act('Milk', 'Delete forever');
  await app.page.getByRole('alertdialog').getByRole('button', { name: 'Delete forever' }).click();
  await expect(app.cards()).toHaveCount(0);
  // The closing dialog hides the cards, so their absence does not prove the deletion.
  await expect
    .poll(() => writesOf(app))
    .toEqual([expect.objectContaining({ operation: 'delete', path: `notes/${id}` })]);
});

test('§7 sign out: the session ends at the sign-in service and stays ended', async ({ app }) => {
  const session = path.join(app.userData, 'session');
  expect(existsSync(session)).toBe(true);
  await app.signOut();
  expect(existsSync(session)).toBe(false);
  await app.page.reload();
  await app.expectPath('/signup');
  expect(await app.request('session:get')).toMatchObject({ value: { status: 'signed-out' } });
});

function writesOf(app: SpecApp): readonly Record<string, unknown>[] {
  return app.cloud.controls
    .requests()
    .filter(({ rpc }) => rpc === 'Commit')
    .flatMap((commit) => commit['writes'] as Record<string, unknown>[]);
}
