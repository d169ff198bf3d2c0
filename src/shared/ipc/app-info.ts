/** Facts about the running app that screens show. */
export interface AppInfo {
  readonly version: string;
  /** True when the cloud runs on this machine, so that the app can be tried without an account. */
  readonly localCloud: boolean;
  /** `https:` address of the project that made this build; null if it does not say. */
  readonly homepage: string | null;
}

/** The name of the pages' only Trusted Types policy, which escapes text into markup. */
export const TEXT_POLICY = 'text';
