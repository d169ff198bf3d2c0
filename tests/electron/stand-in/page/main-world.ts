/**
 * What the stand-in adds to the page's own world, before any script of the page: the exposed API, and the few functions
 * of the web platform whose answer Electron's main process decides.
 *
 * Limits: only the top frame. A window that escapes (a form's target, a frame's `window.open`) is closed when Chromium
 * has made it. Permissions are asked for by the functions in the table below and for no others.
 */
import type { Link } from './link.ts';
import type { OpenRequest } from './messages.ts';

/** Runs in pages as source text: it may use nothing from outside of itself. */
export function setUpMainWorld(link: Link): void {
  const freeze = (value: unknown): unknown => {
    if (typeof value === 'object' && value !== null) {
      Object.values(value).forEach(freeze);
      Object.freeze(value);
    }
    return value;
  };
  link.answer('expose', (detail) => {
    const { key, api } = detail as { key: string; api: unknown };
    if (key in window)
      throw new Error('Cannot bind an API on top of an existing property on the window object');
    Object.defineProperty(window, key, { value: freeze(link.unwrap(api)), enumerable: true });
  });

  const override = (target: object, name: string, value: unknown): void => {
    Object.defineProperty(target, name, { value, writable: true, configurable: true });
  };

  const openWindow = (
    url: string,
    frameName: string,
    features: string,
    how: OpenRequest['disposition'],
  ): void => {
    const absolute = new URL(url || 'about:blank', document.baseURI).href;
    link.post('open', { url: absolute, frameName, features, disposition: how } satisfies OpenRequest);
  };
  override(window, 'open', (url?: string | URL, name?: string, features?: string) => {
    openWindow(String(url ?? ''), name ?? '', features ?? '', features ? 'new-window' : 'foreground-tab');
    return null;
  });
  const onClick = (event: MouseEvent): void => {
    const anchor = event.composedPath().find((node) => node instanceof HTMLAnchorElement && node.href !== '');
    if (!(anchor instanceof HTMLAnchorElement) || event.defaultPrevented) return;
    const background = event.button === 1 || event.ctrlKey || event.metaKey;
    const elsewhere = anchor.target !== '' && !/^_(?:self|top|parent)$/i.test(anchor.target);
    if (event.button > 1 || !(background || event.shiftKey || elsewhere)) return;
    event.preventDefault();
    const foreground = event.shiftKey ? 'new-window' : 'foreground-tab';
    openWindow(anchor.href, anchor.target, '', background ? 'background-tab' : foreground);
  };
  window.addEventListener('click', onClick);
  window.addEventListener('auxclick', onClick);
  override(window, 'close', () => link.post('close', null));

  const mayUse = async (permission: string, check: boolean): Promise<void> => {
    await link.ask('permission', { permission, check });
  };
  /** Asks the main process first; the platform's own function then meets Chromium's answer to the same question. */
  const guard = (target: object | undefined, name: string, permission: string): void => {
    const original: unknown = target && Reflect.get(target, name);
    if (!target || typeof original !== 'function') return;
    override(target, name, async (...args: unknown[]) => {
      await mayUse(permission, false);
      return Reflect.apply(original, target, args) as unknown;
    });
  };
  guard(window.Notification, 'requestPermission', 'notifications');
  guard(navigator.geolocation, 'getCurrentPosition', 'geolocation');
  guard(navigator.mediaDevices, 'getUserMedia', 'media');
  guard(navigator.clipboard, 'read', 'clipboard-read');
  guard(navigator.clipboard, 'readText', 'clipboard-read');
  guard(navigator.clipboard, 'write', 'clipboard-sanitized-write');
  guard(navigator.clipboard, 'writeText', 'clipboard-sanitized-write');

  const electronNames: Readonly<Record<string, string>> = {
    camera: 'media',
    microphone: 'media',
    'clipboard-write': 'clipboard-sanitized-write',
  };
  if (!('permissions' in navigator)) return;
  const query = navigator.permissions.query.bind(navigator.permissions);
  override(navigator.permissions, 'query', async (descriptor: PermissionDescriptor) => {
    await mayUse(electronNames[descriptor.name] ?? descriptor.name, true);
    return query(descriptor);
  });
}
