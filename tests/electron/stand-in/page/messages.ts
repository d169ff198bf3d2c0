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
  | { readonly kind: 'open'; readonly request: OpenRequest }
  | { readonly kind: 'permission'; readonly id: number; readonly request: PermissionQuestion }
  | { readonly kind: 'preload-error'; readonly message: string; readonly stack: string }
);

/** To the page. */
export type ToPage =
  | { readonly kind: 'reply'; readonly id: number; readonly value: unknown }
  | { readonly kind: 'failure'; readonly id: number; readonly message: string }
  | { readonly kind: 'event'; readonly channel: string; readonly args: readonly unknown[] };

/** A window that the page wants: `window.open`, a link with a target, a click with the middle button or a modifier. */
export interface OpenRequest {
  readonly url: string;
  readonly frameName: string;
  readonly features: string;
  readonly disposition: 'foreground-tab' | 'background-tab' | 'new-window';
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
