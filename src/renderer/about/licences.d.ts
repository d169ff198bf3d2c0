/** Made by the build, see `src/build/licences.ts`. */
declare module 'virtual:licences' {
  export const packages: readonly {
    readonly name: string;
    readonly version: string;
    readonly licence: string;
    /** Index into `texts`; null where the package came without one. */
    readonly text: number | null;
  }[];
  export const texts: readonly string[];
}
