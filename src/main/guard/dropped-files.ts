/**
 * The files that the user has dropped on a window, until an import takes them. Only the preload names files,
 * because a page could name any.
 */

export interface DroppedFiles {
  /** @param paths absolute paths of files and folders; they replace those of an earlier drop */
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
