/** How often pages may use services of the desktop; `tests/e2e/foreign-page.spec.ts` asks as a page. */
import { expect, test, vi } from 'vitest';
import type { LogFile } from '#main/device/log-file.ts';
import { createPageServices } from '#main/guard/page-services.ts';
import { DEFAULT_SETTINGS } from '#shared/ipc/settings.ts';

const done = vi.hoisted(() => [] as string[]);
vi.mock('electron', () => ({
  app: { on: () => undefined },
  clipboard: { writeText: async () => void done.push('copy') },
  session: {
    fromPartition: () => ({
      protocol: { handle: () => undefined },
      setPermissionRequestHandler: () => undefined,
      setPermissionCheckHandler: () => undefined,
      on: () => undefined,
    }),
  },
  shell: {
    async openPath() {
      done.push('folder');
      return '';
    },
    showItemInFolder: () => void done.push('folder'),
  },
}));

test('[C72] a page shows at most five folders and copies at most twenty texts in a minute', async () => {
  const log = { folder: 'logs', error: () => undefined } as unknown as LogFile;
  const services = createPageServices(
    'renderer',
    log,
    () => DEFAULT_SETTINGS,
    async () => null,
  );
  const attempts = Array.from({ length: 30 }, async (_, index) => {
    await services.copyText('words');
    if (index % 2 === 0) await services.showLogs();
    else services.revealFile('export.zip');
  });
  for (const { reason } of (await Promise.allSettled(attempts)).filter((each) => each.status === 'rejected'))
    expect(reason).toMatchObject({ code: 'too-often' });
  expect(done.filter((what) => what === 'copy')).toHaveLength(20);
  expect(done.filter((what) => what === 'folder')).toHaveLength(5);
});
