/** A start without the network. No token is stored, so the first request afterwards needs a new one. */
import { addNote, ADA, expect, signIn, test } from '../support/fixtures.ts';
import { waitUntilSynced, titles } from './people.ts';

test('a start without network leaves the user signed in with local notes, and syncs when the network is back', async ({
  cloud,
  start,
}) => {
  const app = await start();
  await signIn(app, cloud, ADA);
  await addNote(app.page, 'of yesterday', '');
  await expect.poll(() => titles(cloud)).toEqual(['of yesterday']);
  await waitUntilSynced(app.page);
  await app.close();
  await cloud.controls.addFault({ rpc: '*', kind: 'down' });
  cloud.controls.clearRequests();

  const again = await start();
  await expect(again.page.getByRole('article')).toHaveText(/of yesterday/);
  await addNote(again.page, 'of today', '');
  await expect(again.page.getByText('Offline – 1 change waiting')).toBeVisible();
  await expect(again.page.getByRole('button', { name: 'Sign in again' })).toHaveCount(0);
  await again.page.getByRole('button', { name: 'Profile' }).click();
  await expect(again.page.getByText(ADA.email)).toBeVisible();
  await again.page.keyboard.press('Escape');

  await cloud.controls.clearFaults();
  await expect.poll(() => titles(cloud)).toEqual(['of today', 'of yesterday']);
  await waitUntilSynced(again.page);
  expect(cloud.controls.requests().filter(({ rpc }) => rpc === 'SecureToken')).not.toEqual([]);
});
