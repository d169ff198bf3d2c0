/** The part of js-yaml that is used; the package has no types. */
declare module 'js-yaml' {
  /** Knows texts, lists and maps, and takes every other value for a text. */
  export const FAILSAFE_SCHEMA: unknown;
  export function load(text: string, options: { readonly schema: unknown; readonly json: boolean }): unknown;
}
