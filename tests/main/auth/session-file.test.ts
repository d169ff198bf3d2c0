import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createSessionFile, type StoredSession } from '#main/auth/session-file.ts';
import type { Uid } from '#shared/note/note.ts';
import { logTo } from '#tests/support/log-lines.ts';
import { createKeyStore } from './support/rig.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';

const USER = { uid: 'alice' as Uid, email: 'alice@example.com', name: 'Alice', picture: null };
const session = (refreshToken: string): StoredSession => ({
  user: USER,
  refreshToken,
  expired: false,
  unconfirmed: false,
});

test('overlapping calls on the session file take effect in the order of the calls', async () => {
  const warnings: string[] = [];
  const log = logTo(warnings);
  const sessionFile = join(temporaryFolder(), 'session.bin');
  const { encryption } = createKeyStore();
  const onProtection = () => undefined;
  const file = createSessionFile({
    sessionFile,
    encryption,
    storeWithoutKeyStore: () => null,
    onProtection,
    log,
  });
  const [, , loaded] = await Promise.all([file.save(session('one')), file.save(session('two')), file.load()]);
  expect(loaded).toEqual(session('two'));
  const [, gone] = await Promise.all([file.clear(), file.load()]);
  expect(gone).toBeNull();
  expect(warnings).toEqual([]);
});
