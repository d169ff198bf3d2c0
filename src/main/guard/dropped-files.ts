/**
 * What a person has dropped on a window, until an import takes it. Only the preload names files: a page could
 * name any.
 */

export interface DroppedFiles {
  /** @param paths absolute ones, of files and folders; those of an earlier drop are forgotten */
  name(paths: readonly string[]): void;
  /** @returns null if nothing was dropped since the last call */
  take(): readonly string[] | null;
}

export function createDroppedFiles(): DroppedFiles {
  let dropped: readonly string[] | null = null;
  return {
    name(paths) {
      dropped = paths;
    },
    take() {
      const paths = dropped;
      dropped = null;
      return paths;
    },
  };
}
