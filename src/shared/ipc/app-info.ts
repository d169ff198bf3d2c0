/** Facts about the running app that screens show. */
export interface AppInfo {
  readonly version: string;
  /** True when the cloud stands on this machine, for trying the app out without an account. */
  readonly localCloud: boolean;
  /** `https:` address of the project that made this build; null if it does not say. */
  readonly homepage: string | null;
}

/** The name of the pages' only Trusted Type policy, which makes markup that reads as the given text. */
export const TEXT_POLICY = 'text';
