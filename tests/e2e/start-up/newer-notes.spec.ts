/** If the database on this device cannot be opened, the user sees an error, and the file stays as it is. */
import { mkdirSync, readdirSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { ADA, expect, root, signIn, test } from '../support/fixtures.ts';

test('notes stored by a newer version of the app are not opened, and the screen says why', async ({
  cloud,
  userData,
  start,
}) => {
  const first = await start();
  await signIn(first, cloud, ADA);
  await first.page.getByText('Notes you add appear here').waitFor();
  await first.close();
  const file = readdirSync(userData, { recursive: true, encoding: 'utf8' }).find(
    (name) => path.basename(name) === 'notes.sqlite',
  );
  if (file === undefined) throw new Error('There is no database');
  const db = new Database(path.join(userData, file));
  // The number alone would look like damage: each version of the app that changes it has other tables.
  db.exec('CREATE TABLE future (x INTEGER) STRICT; PRAGMA user_version = 999');
  db.close();

  const { page } = await start();
  await expect(page.getByText(/These notes need a newer Inkling/)).toBeVisible();
  await expect(page.getByRole('progressbar')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
  await page.getByRole('button', { name: 'Details' }).click();
  await expect(page.getByText(path.join(userData, file))).toBeVisible();
  mkdirSync(path.join(root, 'out/screens'), { recursive: true });
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.screenshot({ path: path.join(root, `out/screens/unreadable-notes-${colorScheme}.png`) });
  }
});
