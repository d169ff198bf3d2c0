/** The messages between the main process and a page's preload world. */

/** From the page. `url` is the address of the sending document, as Chromium knows it. */
export type FromPage = { readonly url: string } & (
  | {
      readonly kind: 'invoke';
      readonly id: number;
      readonly channel: string;
      readonly args: readonly unknown[];
    }
  | { readonly kind: 'send'; readonly channel: string; readonly args: readonly unknown[] }
  | { readonly kind: 'close' }
  /** Input with the mouse or the keyboard, by the user or a driver, before the page learns of it. */
  | { readonly kind: 'input'; readonly input: InputEvent }
  /** Keys, as an accelerator, that the page has not handled. */
  | { readonly kind: 'keys'; readonly accelerator: string }
  | { readonly kind: 'context-menu'; readonly target: ContextMenuTarget }
  | { readonly kind: 'open'; readonly request: OpenRequest }
  | { readonly kind: 'permission'; readonly id: number; readonly request: PermissionQuestion }
  | { readonly kind: 'preload-error'; readonly message: string; readonly stack: string }
);

/** As in Electron's `input-event`. */
export type InputEvent =
  | { readonly type: 'mouseDown' | 'mouseUp' }
  | { readonly type: 'rawKeyDown'; readonly key: string };

/** To the page. */
export type ToPage =
  | { readonly kind: 'reply'; readonly id: number; readonly value: unknown }
  | { readonly kind: 'failure'; readonly id: number; readonly message: string }
  | { readonly kind: 'event'; readonly channel: string; readonly args: readonly unknown[] }
  | { readonly kind: 'view-state'; readonly viewState: ViewState };

/** Whether the window around a page is visible and has the focus. */
export interface ViewState {
  readonly visible: boolean;
  readonly focused: boolean;
}

/**
 * A window that the page requests: by `window.open`, a link with a target, or a click with the middle button
 * or a modifier.
 */
export interface OpenRequest {
  readonly url: string;
  readonly frameName: string;
  readonly features: string;
  readonly disposition: 'foreground-tab' | 'background-tab' | 'new-window';
}

/** The content at the place of a right click, as far as a page can determine it. */
export interface ContextMenuTarget {
  readonly x: number;
  readonly y: number;
  readonly menuSourceType: 'mouse' | 'keyboard';
  readonly linkURL: string;
  readonly linkText: string;
  readonly isEditable: boolean;
  readonly selectionText: string;
  /** The clicked word in a field, which is now selected; empty if there is none. */
  readonly word: string;
  readonly formControlType: string;
  readonly editFlags: Readonly<Record<string, boolean>>;
}

/** A request or query for a permission. */
export interface PermissionQuestion {
  /** Electron's name of the permission. */
  readonly permission: string;
  /** True if the page only queries the permission, false if it wants to use it now. */
  readonly check: boolean;
}

/** What a preload script can read about its process. */
export interface PreloadInfo {
  readonly platform: string;
  readonly arch: string;
  readonly versions: Readonly<Record<string, string | undefined>>;
  readonly argv: readonly string[];
}
