/** Notesnook's backups, which are encrypted or have a form of their own. Its Markdown is read like any other. */
import { isObject, refuse } from './program.ts';

export const notesnookBackup = refuse(
  'This is a Notesnook backup. In Notesnook choose Settings › Backup & export › Export all notes › Markdown + Frontmatter, and import that archive.',
  (read) =>
    /\.nnbackupz?(?:\/|$)/i.test(read.file.name) ||
    (read.type === 'json' &&
      isObject(read.value) &&
      ['version', 'type', 'date', 'data', 'hash'].every(
        (name) => isObject(read.value) && name in read.value,
      )),
);
