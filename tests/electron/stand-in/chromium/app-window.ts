/**
 * Opens windows that look like an app's, without tabs and address bar. The protocol has no command for them; a second
 * start of Chromium with `--app=` hands its wish over to the running one and ends. Only for headed runs: it takes 0.3 s.
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

/** Opens an empty app window and answers with its target. `start` is the running Chromium's command. */
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
  const passed = start.flags.filter((flag) =>
    /^--(?:user-data-dir=|no-sandbox|test-type|password-store)/.test(flag),
  );
  const messenger = spawn(start.executable, [...passed, `--app=${url}`], { stdio: 'ignore' });
  await once(messenger, 'exit');
  return target;
}
