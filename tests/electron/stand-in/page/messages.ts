/** What the main process and a page's preload world say to each other. */

/** From the page. `url` is the sending document's own address, as Chromium has it. */
export type FromPage = { readonly url: string } & (
  | {
      readonly kind: 'invoke';
      readonly id: number;
      readonly channel: string;
      readonly args: readonly unknown[];
    }
  | { readonly kind: 'send'; readonly channel: string; readonly args: readonly unknown[] }
  | { readonly kind: 'close' }
  /** Keys that the page has left alone, as an accelerator. */
  | { readonly kind: 'keys'; readonly accelerator: string }
  | { readonly kind: 'context-menu'; readonly spot: ContextMenuSpot }
  | { readonly kind: 'open'; readonly request: OpenRequest }
  | { readonly kind: 'permission'; readonly id: number; readonly request: PermissionQuestion }
  | { readonly kind: 'preload-error'; readonly message: string; readonly stack: string }
);

/** To the page. */
export type ToPage =
  | { readonly kind: 'reply'; readonly id: number; readonly value: unknown }
  | { readonly kind: 'failure'; readonly id: number; readonly message: string }
  | { readonly kind: 'event'; readonly channel: string; readonly args: readonly unknown[] }
  | { readonly kind: 'attention'; readonly attention: Attention };

/** What people give to the window around a page. */
export interface Attention {
  readonly seen: boolean;
  readonly focused: boolean;
}

/** A window that the page wants: `window.open`, a link with a target, a click with the middle button or a modifier. */
export interface OpenRequest {
  readonly url: string;
  readonly frameName: string;
  readonly features: string;
  readonly disposition: 'foreground-tab' | 'background-tab' | 'new-window';
}

/** Where the right button was pressed, as far as a page can tell. */
export interface ContextMenuSpot {
  readonly x: number;
  readonly y: number;
  readonly menuSourceType: 'mouse' | 'keyboard';
  readonly linkURL: string;
  readonly linkText: string;
  readonly isEditable: boolean;
  readonly selectionText: string;
  /** The word under the pointer in a field; it is selected now. */
  readonly word: string;
  readonly formControlType: string;
  readonly editFlags: Readonly<Record<string, boolean>>;
}

/** `check` is a query of the state; otherwise the page wants to use it now. Names are Electron's. */
export interface PermissionQuestion {
  readonly permission: string;
  readonly check: boolean;
}

/** What the preload world is told about its surroundings. */
export interface PreloadInfo {
  readonly platform: string;
  readonly arch: string;
  readonly versions: Readonly<Record<string, string | undefined>>;
  readonly argv: readonly string[];
}
