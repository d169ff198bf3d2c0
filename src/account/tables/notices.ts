/** Sentences about what happened to the file of the notes, stored until the user has read them. */
import type { Connection } from '../database/connection.ts';

export interface Notices {
  /**
   * Returns and removes all notices, oldest first. If the surrounding transaction fails, the next
   * call returns them again.
   */
  take(): string[];
}

export function createNotices(db: Connection): Notices {
  const selectAll = db.prepare<[], { text: string }>('SELECT text FROM notices ORDER BY number');
  const removeAll = db.prepare<[]>('DELETE FROM notices');
  return {
    take: () =>
      db.transaction(() => {
        const texts = selectAll.all().map(({ text }) => text);
        if (texts.length > 0) removeAll.run();
        return texts;
      }),
  };
}
