/**
 * The session of all pages. It has no network: pages get everything from `app://`, while signing in, syncing,
 * updates and dictionaries use the default session and Node. A content security policy does not cover
 * everything by which code in a page could send words out: preconnections and DNS prefetches, whose server's
 * name can hold words, and WebRTC, which `PAGE_CONNECTIONS` stops as well.
 */
import { app, session, type Session } from 'electron';

/** Permanent, because pages use their local storage. */
export const PAGE_PARTITION = 'persist:pages';

/** No program can listen on port 0. On Windows and macOS, any user can listen on the other low ports. */
const NOWHERE = 'http://127.0.0.1:0';

export function pageSession(): Session {
  return session.fromPartition(PAGE_PARTITION);
}

/** To be called before Electron is ready. */
export function limitPageNetwork(): void {
  const { commandLine } = app;
  // From the first page on; `setWebRTCIPHandlingPolicy` does the same for a page that already exists.
  commandLine.appendSwitch('force-webrtc-ip-handling-policy', 'disable_non_proxied_udp');
  // Names are looked up past the proxy.
  const settings = [commandLine.getSwitchValue('blink-settings'), 'dnsPrefetchingEnabled=false'];
  commandLine.appendSwitch('blink-settings', settings.filter((setting) => setting !== '').join(','));
}

/** To be called before the first page is created. Addresses of this computer go to the proxy as well. */
export async function cutOffPages(): Promise<void> {
  await pageSession().setProxy({ proxyRules: NOWHERE, proxyBypassRules: '<-loopback>' });
}
