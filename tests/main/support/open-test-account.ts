/** An account as the app opens it, of which a test looks at a part: what it does not name tells nobody and deletes nothing. */
import { type Account, type AccountPorts, openAccount } from '#main/account.ts';
import { STORE_WORKER } from '#tests/support/store-worker.ts';

type Named = 'uid' | 'database' | 'remote' | 'clock';

export function openTestAccount(ports: Pick<AccountPorts, Named> & Partial<AccountPorts>): Account {
  return openAccount({
    storeWorker: STORE_WORKER,
    emptyTrashAfter: () => null,
    revision: () => 0,
    onChange: () => undefined,
    onTrouble: () => undefined,
    ...ports,
  });
}
