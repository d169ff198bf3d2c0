/**
 * TextBundle, which Bear and other programs write (https://textbundle.org): a folder of a text, its pictures,
 * and `info.json`. Bear adds there when the note was written, and whether it is pinned, archived or in the
 * trash. A TextPack and a backup of Bear are archives of such folders.
 */
import path from 'node:path';
import { entryOfText, type KnownFacts } from '../notes/markdown-note.ts';
import { readDate } from '../notes/read-date.ts';
import { expected } from '../sources/outcome.ts';
import type { SourceFile } from '../sources/sources.ts';
import { type CreateProgram, isObject } from './program.ts';

const INFO = expected('The files with the dates of bundles were read and skipped.');
const BUNDLE = /\.textbundle$/i;
const BUNDLE_OR_PACK = /\.text(?:bundle|pack)$/i;

export const createTextBundle: CreateProgram = (uid) => {
  const infos = new Map<string, KnownFacts>();
  return {
    read(read) {
      const { file } = read;
      const base = path.basename(file.name);
      if (read.type === 'json') {
        if (base !== 'info.json' || !isObject(read.value) || !isInfo(file, read.value)) return null;
        infos.set(file.folder, factsOf(read.value));
        return INFO;
      }
      if (read.type !== 'text' || !/^text\.\w+$/i.test(base)) return null;
      const facts = infos.get(file.folder);
      if (facts === undefined && !BUNDLE.test(file.folder)) return null;
      const name = path.basename(file.folder).replace(BUNDLE_OR_PACK, '');
      return {
        kind: 'notes',
        entries: [entryOfText(read.text, { ...file, name: `${name}.md` }, uid, facts)],
      };
    },
  };
};

function isInfo({ folder }: SourceFile, info: Readonly<Record<string, unknown>>): boolean {
  return BUNDLE.test(folder) || ('version' in info && ('type' in info || 'creatorIdentifier' in info));
}

function factsOf(info: Readonly<Record<string, unknown>>): KnownFacts {
  const bear = info['net.shinyfrog.bear'];
  const bearInfo = isObject(bear) ? bear : {};
  const time = (...names: string[]) => {
    const value = names.map((name) => bearInfo[name] ?? info[name]).find((one) => one !== undefined);
    return typeof value === 'string' || typeof value === 'number'
      ? readDate(String(value), 'day first')
      : null;
  };
  const flag = (name: string): boolean => [true, 1, '1', 'true'].some((yes) => bearInfo[name] === yes);
  return {
    created: time('creationDate', 'created', 'createdAt'),
    edited: time('modificationDate', 'modified', 'modifiedAt'),
    isPinned: flag('pinned'),
    isArchived: flag('archived'),
    isDeleted: flag('trashed'),
  };
}
