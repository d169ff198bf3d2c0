/**
 * The stand-in's additions to the page's own world, before any script of the page runs: the API that the
 * preload script exposes, and the few web functions whose result Electron's main process decides.
 *
 * Limits: only the top frame. A window that is opened in another way (a form's target, a subframe's
 * `window.open`) is closed as soon as Chromium has created it. Only the functions passed to `askBefore`
 * below, and `navigator.permissions.query`, ask for a permission.
 */
import type { Link } from './link.ts';
import type { ContextMenuTarget, OpenRequest, ViewState } from './messages.ts';

/** Sets up this world. Its source text runs in pages, so it must not use anything defined outside of it. */
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

  // A headless window never loses the focus, and Playwright gives every page the focus. So the events are
  // dispatched here, in Chromium's order (blink/renderer/core/page/focus_controller.cc): the active element
  // loses the focus first and gets it last.
  let viewState: ViewState | undefined;
  const changeFocus = (focused: boolean): void => {
    const active = document.activeElement;
    const dispatchToActive = (...names: readonly string[]): void => {
      if (!active || active === document.body) return;
      for (const name of names) {
        active.dispatchEvent(new FocusEvent(name, { bubbles: name.length > 5, composed: true }));
      }
    };
    if (!focused) dispatchToActive('blur', 'focusout');
    window.dispatchEvent(new FocusEvent(focused ? 'focus' : 'blur'));
    if (focused) dispatchToActive('focus', 'focusin');
  };
  link.listen('view-state', (detail) => {
    const before = viewState ?? { visible: true, focused: false };
    viewState = detail as ViewState;
    if (before.focused && !viewState.focused) changeFocus(false);
    if (before.visible !== viewState.visible)
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
    if (!before.focused && viewState.focused) changeFocus(true);
  });
  const platform = {
    hasFocus: document.hasFocus.bind(document),
    state: Object.getOwnPropertyDescriptor(Document.prototype, 'visibilityState'),
  };
  const isVisible = (): boolean => viewState?.visible ?? platform.state?.get?.call(document) !== 'hidden';
  override(document, 'hasFocus', () => viewState?.focused ?? platform.hasFocus());
  Object.defineProperties(document, {
    hidden: { get: () => !isVisible(), configurable: true },
    visibilityState: { get: () => (isVisible() ? 'visible' : 'hidden'), configurable: true },
  });

  /**
   * Calls `act` after all listeners of the page, even those that were added last. Does not use a timer,
   * because tests replace timers.
   */
  const runAfterListeners = (act: () => void): void => {
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener('message', act, { once: true });
    port1.start();
    port2.postMessage(null);
  };
  // Keys that the page does not handle go to the window's menu.
  const onKeys = (event: KeyboardEvent): void => {
    const { key, ctrlKey, altKey, shiftKey, metaKey, defaultPrevented } = event;
    const names: Readonly<Record<string, string>> = { ' ': 'Space', '+': 'Plus' };
    if (defaultPrevented || !(ctrlKey || altKey || metaKey || /^F\d/.test(key))) return;
    const modifiers = [ctrlKey && 'Ctrl', altKey && 'Alt', shiftKey && 'Shift', metaKey && 'Meta'];
    const words = [...modifiers.filter((word) => word !== false), names[key] ?? key.replace(/^Arrow/, '')];
    link.post('keys', words.join('+'));
  };
  window.addEventListener('keydown', (event) => runAfterListeners(() => onKeys(event)));

  type Field = HTMLInputElement | HTMLTextAreaElement;
  const isField = (node: unknown): node is Field =>
    node instanceof HTMLTextAreaElement ||
    (node instanceof HTMLInputElement && /^(?:text|search|url|tel|email|password)$/.test(node.type));
  /**
   * Selects the word at the caret, as Chromium does after a right click in a field to check its spelling.
   */
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
    const target: ContextMenuTarget = {
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
    link.post('context-menu', target);
  };
  window.addEventListener('contextmenu', (event) => {
    const path = event.composedPath();
    runAfterListeners(() => onContextMenu(event, path));
  });

  const openWindow = (
    url: string,
    frameName: string,
    features: string,
    disposition: OpenRequest['disposition'],
  ): void => {
    const absolute = new URL(url || 'about:blank', document.baseURI).href;
    link.post('open', { url: absolute, frameName, features, disposition } satisfies OpenRequest);
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
  /**
   * Makes a function ask the main process before it does its work. The answer is then set in Chromium, which
   * makes the function obey it.
   */
  const askBefore = (target: object | undefined, name: string, permission: string): void => {
    const original: unknown = target && Reflect.get(target, name);
    if (!target || typeof original !== 'function') return;
    override(target, name, async (...args: unknown[]) => {
      await mayUse(permission, false);
      return Reflect.apply(original, target, args) as unknown;
    });
  };
  askBefore(window.Notification, 'requestPermission', 'notifications');
  askBefore(navigator.geolocation, 'getCurrentPosition', 'geolocation');
  askBefore(navigator.mediaDevices, 'getUserMedia', 'media');
  askBefore(navigator.clipboard, 'read', 'clipboard-read');
  askBefore(navigator.clipboard, 'readText', 'clipboard-read');
  askBefore(navigator.clipboard, 'write', 'clipboard-sanitized-write');
  askBefore(navigator.clipboard, 'writeText', 'clipboard-sanitized-write');

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
    // Electron's handlers only grant or deny; there is no `prompt`, and Chromium's own answer is ignored.
    return Object.defineProperty(status, 'state', { value: granted ? 'granted' : 'denied' });
  });
}
