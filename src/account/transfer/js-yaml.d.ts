/** The part of js-yaml that is used; the package has no types. */
declare module 'js-yaml' {
  /** Knows texts, lists and maps, and reads every other value as a text. */
  export const FAILSAFE_SCHEMA: unknown;
  export function load(text: string, options: { readonly schema: unknown; readonly json: boolean }): unknown;
}
