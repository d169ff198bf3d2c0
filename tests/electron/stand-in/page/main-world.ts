/**
 * What the stand-in adds to the page's own world, before any script of the page: the exposed API, and the few functions
 * of the web platform whose answer Electron's main process decides.
 *
 * Limits: only the top frame. A window that escapes (a form's target, a frame's `window.open`) is closed when Chromium
 * has made it. Permissions are asked for by the functions in the table below and for no others.
 */
import type { Link } from './link.ts';
import type { Attention, ContextMenuSpot, OpenRequest } from './messages.ts';

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

  // No window without a head ever loses the focus, and Playwright gives it to every page. What is dispatched and when is Chromium's
  // (blink/renderer/core/page/focus_controller.cc): the field that has the focus loses it first and gets it last.
  let attention: Attention | undefined;
  const changeFocus = (focused: boolean): void => {
    const field = document.activeElement;
    const tellField = (...names: readonly string[]): void => {
      if (!field || field === document.body) return;
      for (const name of names) {
        field.dispatchEvent(new FocusEvent(name, { bubbles: name.length > 5, composed: true }));
      }
    };
    if (!focused) tellField('blur', 'focusout');
    window.dispatchEvent(new FocusEvent(focused ? 'focus' : 'blur'));
    if (focused) tellField('focus', 'focusin');
  };
  link.listen('attention', (detail) => {
    const before = attention ?? { seen: true, focused: false };
    attention = detail as Attention;
    if (before.focused && !attention.focused) changeFocus(false);
    if (before.seen !== attention.seen)
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
    if (!before.focused && attention.focused) changeFocus(true);
  });
  const platform = {
    hasFocus: document.hasFocus.bind(document),
    state: Object.getOwnPropertyDescriptor(Document.prototype, 'visibilityState'),
  };
  const seen = (): boolean => attention?.seen ?? platform.state?.get?.call(document) !== 'hidden';
  override(document, 'hasFocus', () => attention?.focused ?? platform.hasFocus());
  Object.defineProperties(document, {
    hidden: { get: () => !seen(), configurable: true },
    visibilityState: { get: () => (seen() ? 'visible' : 'hidden'), configurable: true },
  });

  /** After every listener of the page, however late it came; timers may be a test's. */
  const afterPage = (act: () => void): void => {
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener('message', act, { once: true });
    port1.start();
    port2.postMessage(null);
  };
  // What the page has not taken, the window's menu may.
  const onKeys = (event: KeyboardEvent): void => {
    const { key, ctrlKey, altKey, shiftKey, metaKey, defaultPrevented } = event;
    const names: Readonly<Record<string, string>> = { ' ': 'Space', '+': 'Plus' };
    if (defaultPrevented || !(ctrlKey || altKey || metaKey || /^F\d/.test(key))) return;
    const held = [ctrlKey && 'Ctrl', altKey && 'Alt', shiftKey && 'Shift', metaKey && 'Meta'];
    const words = [...held.filter((word) => word !== false), names[key] ?? key.replace(/^Arrow/, '')];
    link.post('keys', words.join('+'));
  };
  window.addEventListener('keydown', (event) => afterPage(() => onKeys(event)));

  type Field = HTMLInputElement | HTMLTextAreaElement;
  const isField = (node: unknown): node is Field =>
    node instanceof HTMLTextAreaElement ||
    (node instanceof HTMLInputElement && /^(?:text|search|url|tel|email|password)$/.test(node.type));
  /** Selects the word at the caret, as Chromium does for a right click in a field, to look whether it is spelled well. */
  const selectWord = (field: Field): string => {
    const { selectionStart: start, selectionEnd: end, value } = field;
    if (start === null || start !== end) return '';
    const word = [...value.matchAll(/[\p{L}\p{M}'’]+/gu)].find(
      ({ index, 0: text }) => index <= start && start <= index + text.length,
    );
    if (!word) return '';
    field.setSelectionRange(word.index, word.index + word[0].length);
    return word[0];
  };
  const onContextMenu = (event: MouseEvent, path: readonly EventTarget[]): void => {
    if (event.defaultPrevented) return;
    const anchor = path.find((node) => node instanceof HTMLAnchorElement && node.href !== '');
    const field = path.find(isField);
    const editable = field
      ? !field.readOnly && !field.disabled
      : path.some((node) => node instanceof HTMLElement && node.isContentEditable);
    const word = field && editable ? selectWord(field) : '';
    const { selectionStart, selectionEnd, value = '', type } = field ?? {};
    const selectionText = field
      ? value.slice(selectionStart ?? 0, selectionEnd ?? 0)
      : (getSelection()?.toString() ?? '');
    const selected = selectionText !== '';
    const secret = type === 'password';
    const spot: ContextMenuSpot = {
      x: event.clientX,
      y: event.clientY,
      menuSourceType: event.button === 2 ? 'mouse' : 'keyboard',
      linkURL: anchor instanceof HTMLAnchorElement ? anchor.href : '',
      linkText: anchor instanceof HTMLAnchorElement ? anchor.innerText : '',
      isEditable: editable,
      selectionText,
      word,
      formControlType:
        field instanceof HTMLTextAreaElement ? 'text-area' : field ? `input-${field.type}` : 'none',
      editFlags: {
        canUndo: editable && document.queryCommandEnabled('undo'),
        canRedo: editable && document.queryCommandEnabled('redo'),
        canCut: editable && selected && !secret,
        canCopy: selected && !secret,
        canPaste: editable,
        canDelete: editable && selected,
        canSelectAll: true,
        canEditRichly: editable && !field,
      },
    };
    link.post('context-menu', spot);
  };
  window.addEventListener('contextmenu', (event) => {
    const path = event.composedPath();
    afterPage(() => onContextMenu(event, path));
  });

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

  const mayUse = async (permission: string, check: boolean): Promise<boolean> =>
    (await link.ask('permission', { permission, check })) === true;
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
    const status = await query(descriptor);
    const granted = await mayUse(electronNames[descriptor.name] ?? descriptor.name, true);
    // Electron has no third answer, nor one of Chromium's own.
    return Object.defineProperty(status, 'state', { value: granted ? 'granted' : 'denied' });
  });
}
