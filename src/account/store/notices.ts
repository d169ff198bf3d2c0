/** Sentences about what happened to the file of the notes, until a person has read them. */
import type { Connection } from './connection.ts';

export interface Notices {
  /** Each is answered once, oldest first; where the transaction around it fails, it is answered again. */
  take(): string[];
}

export function createNotices(db: Connection): Notices {
  const all = db.prepare<[], { text: string }>('SELECT text FROM notices ORDER BY number');
  const removeAll = db.prepare<[]>('DELETE FROM notices');
  return {
    take: () =>
      db.transaction(() => {
        const texts = all.all().map(({ text }) => text);
        if (texts.length > 0) removeAll.run();
        return texts;
      }),
  };
}
