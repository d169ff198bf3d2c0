/** Lists the files of an asar archive. */
import { getRawHeader } from '@electron/asar';

export interface ArchivedFile {
  /** Path from the archive's top, with `/`. */
  readonly name: string;
  readonly bytes: number;
  /** Whether the file is beside the archive. */
  readonly unpacked: boolean;
}

type Entry =
  | { readonly files: Readonly<Record<string, Entry>> }
  | { readonly size?: number; readonly unpacked?: boolean };

export function listArchive(archive: string): readonly ArchivedFile[] {
  return listFiles(getRawHeader(archive).header, '');
}

function listFiles(entry: Entry, name: string): readonly ArchivedFile[] {
  if (!('files' in entry)) return [{ name, bytes: entry.size ?? 0, unpacked: entry.unpacked === true }];
  return Object.entries(entry.files).flatMap(([child, inside]) =>
    listFiles(inside, name === '' ? child : `${name}/${child}`),
  );
}
