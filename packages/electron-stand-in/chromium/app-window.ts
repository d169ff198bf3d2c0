/**
 * Opens windows that look like an app's, without tabs and address bar. The DevTools protocol has no command
 * for that, so Chromium is started a second time with `--app=`; that process asks the running one for the
 * window and ends. Used only in headed runs, because it takes 0.3 s.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { CdpConnection } from './connection.ts';

interface TargetInfo {
  readonly targetId: string;
  readonly type: string;
  readonly url: string;
}

let lastWindow = 0;

/**
 * Opens an empty app window.
 * @param start the command that started the running Chromium
 * @returns the target id of its page
 */
export async function openAppWindow(
  connection: CdpConnection,
  start: { readonly executable: string; readonly flags: readonly string[] },
): Promise<string> {
  const url = `data:text/html,stand-in-${process.pid}-${++lastWindow}`;
  const target = new Promise<string>((resolve) => {
    connection.on(({ method, params }) => {
      if (method !== 'Target.targetCreated' && method !== 'Target.targetInfoChanged') return;
      const { targetInfo } = params as { targetInfo: TargetInfo };
      if (targetInfo.type === 'page' && targetInfo.url === url) resolve(targetInfo.targetId);
    });
  });
  const sharedFlags = start.flags.filter((flag) =>
    /^--(?:user-data-dir=|no-sandbox|test-type|password-store)/.test(flag),
  );
  const messenger = spawn(start.executable, [...sharedFlags, `--app=${url}`], { stdio: 'ignore' });
  await once(messenger, 'exit');
  return target;
}
