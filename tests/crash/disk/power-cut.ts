/**
 * What a disk may hold after a power cut. Everything that was flushed is there; of all else any part may be missing: a write
 * may be torn between two sectors, a file may have its new length and zeros, a name may be missing while its file is there, and
 * the other way round. A rename is done whole or not at all, and the flush of one of its two folders makes it durable: journals
 * of file systems promise that. An end of the process is a cut at which nothing is missing.
 */
import { lstatSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Random } from '#tests/fuzz/random.ts';
import type { Change } from './record.ts';

/** Bytes that a disk writes whole or not at all. */
const SECTOR = 512;

interface File {
  /** What is certainly on the disk. */
  durable: Buffer;
  pending: Content[];
}

type Content = Extract<Change, { kind: 'write' | 'truncate' }>;

interface Folder {
  /** As the process sees it. */
  readonly now: Map<string, Node>;
  readonly durable: Map<string, Node>;
}

type Node = File | Folder;

/** A change of one or two names that is not on the disk yet. */
type Naming = readonly { readonly folder: Folder; readonly name: string; readonly node: Node | null }[];

/** How much of what was not flushed is on the disk. */
export type Loss = 'nothing is lost' | 'all is lost' | 'data is lost' | 'names are lost' | 'any part is lost';
export const LOSSES: readonly Loss[] = [
  'nothing is lost',
  'all is lost',
  'data is lost',
  'names are lost',
  'any part is lost',
];

/** What a folder holds before the first change. All of it is on the disk. */
export type Image =
  | { readonly inode: number; readonly bytes: Buffer }
  | { readonly inode: number; readonly names: ReadonlyMap<string, Image> };

export function readImage(place: string): Image {
  const stats = lstatSync(place);
  if (!stats.isDirectory()) return { inode: stats.ino, bytes: readFileSync(place) };
  const names = readdirSync(place).map((name) => [name, readImage(path.join(place, name))] as const);
  return { inode: stats.ino, names: new Map(names) };
}

export interface Disk {
  apply(change: Change): void;
  /** Writes what is left into a folder that does not exist. */
  writeTo(folder: string, loss: Loss, random: Random): void;
}

export function createDisk(image: Image): Disk {
  const files = new Map<number, File>();
  const folders = new Map<number, Folder>();
  const root = addFolder(image.inode, 'names' in image ? image.names : new Map<string, Image>());
  let namings: Naming[] = [];

  function addFolder(inode: number, names: ReadonlyMap<string, Image>): Folder {
    const now = new Map([...names].map(([name, node]) => [name, addNode(node)]));
    const folder = { now, durable: new Map(now) };
    folders.set(inode, folder);
    return folder;
  }

  function addNode(node: Image): Node {
    if ('names' in node) return addFolder(node.inode, node.names);
    return files.get(node.inode) ?? addFile(node.inode, node.bytes);
  }

  function addFile(inode: number, durable: Buffer): File {
    const file = { durable, pending: [] };
    files.set(inode, file);
    return file;
  }

  function folderOf(name: string): Folder {
    return path
      .dirname(name)
      .split('/')
      .reduce<Folder>((folderThere, part) => {
        const node = part === '.' ? folderThere : folderThere.now.get(part);
        if (node === undefined || 'pending' in node) throw new Error(`There is no folder of ${name}`);
        return node;
      }, root);
  }

  function nodeOf(name: string): Node {
    const node = folderOf(name).now.get(path.basename(name));
    if (node === undefined) throw new Error(`There is no ${name}`);
    return node;
  }

  function setNames(...names: readonly (readonly [name: string, node: Node | null])[]): void {
    const naming = names.map(([name, node]) => ({ folder: folderOf(name), name: path.basename(name), node }));
    for (const change of naming) setName(change.folder.now, change);
    namings.push(naming);
  }

  function sync(inode: number): void {
    const file = files.get(inode);
    if (file !== undefined) {
      file.durable = file.pending.reduce(withChange, file.durable);
      file.pending = [];
    }
    const synced = folders.get(inode);
    if (synced === undefined) return;
    const done = new Set<Naming>();
    for (const naming of namings.toReversed())
      if (naming.some((change) => change.folder === synced || isBefore(change, done))) done.add(naming);
    for (const naming of namings.filter((one) => done.has(one)))
      for (const change of naming) setName(change.folder.durable, change);
    namings = namings.filter((naming) => !done.has(naming));
  }

  return {
    apply(change) {
      switch (change.kind) {
        case 'create':
          setNames([change.name, addFile(change.inode, Buffer.alloc(0))]);
          break;
        case 'mkdir':
          setNames([change.name, addFolder(change.inode, new Map())]);
          break;
        case 'remove':
          setNames([change.name, null]);
          break;
        case 'link':
          setNames([change.to, nodeOf(change.from)]);
          break;
        case 'rename':
          // Two names of one file stay as they are (POSIX, `rename`).
          if (nodeOf(change.from) !== folderOf(change.to).now.get(path.basename(change.to)))
            setNames([change.to, nodeOf(change.from)], [change.from, null]);
          break;
        case 'write':
        case 'truncate':
          files.get(change.inode)?.pending.push(change);
          break;
        case 'sync':
          sync(change.inode);
          break;
        case 'mark':
      }
    },
    writeTo(target, loss, random) {
      const done = new Map<Folder, Map<string, Node>>();
      const namesOf = (node: Folder): Map<string, Node> => {
        const names = done.get(node) ?? new Map(node.durable);
        done.set(node, names);
        return names;
      };
      for (const change of chosen(namings, loss, 'names are lost', random).flat())
        setName(namesOf(change.folder), change);
      const write = (node: Node, place: string): void => {
        if ('pending' in node) {
          const pending = chosen(node.pending, loss, 'data is lost', random);
          const tear = loss === 'any part is lost' ? random : null;
          const content = pending.reduce(
            (bytes, change) => withChange(bytes, torn(change, bytes, tear)),
            node.durable,
          );
          writeFileSync(place, content);
          return;
        }
        mkdirSync(place);
        for (const [name, child] of namesOf(node)) write(child, path.join(place, name));
      };
      rmSync(target, { recursive: true, force: true });
      write(root, target);
    },
  };
}

/** Whether one of the later changes is of the same name: if that one is on the disk, nothing before it can come after it. */
function isBefore({ folder, name }: Naming[number], later: Iterable<Naming>): boolean {
  return [...later].flat().some((change) => change.folder === folder && change.name === name);
}

function setName(names: Map<string, Node>, { name, node }: Naming[number]): void {
  if (node === null) names.delete(name);
  else names.set(name, node);
}

/** Those of the changes that are on the disk. The order of some file systems is kept in half of the cuts. */
function chosen<Item>(items: readonly Item[], loss: Loss, lost: Loss, random: Random): readonly Item[] {
  if (loss === 'all is lost' || loss === lost) return [];
  if (loss !== 'any part is lost') return items;
  if (random.oneIn(2)) return items.slice(0, random.integer(0, items.length));
  return items.filter(() => random.oneIn(2));
}

/** The write with some of its sectors as they were before. */
function torn(change: Content, before: Buffer, random: Random | null): Content {
  if (change.kind === 'truncate' || random === null || random.oneIn(2)) return change;
  const bytes = Buffer.from(change.bytes);
  for (let start = 0; start < bytes.length; start += SECTOR) {
    if (random.oneIn(2)) continue;
    const sector = bytes.subarray(start, start + SECTOR);
    sector.fill(0);
    const at = change.at + start;
    if (at < before.length) before.copy(sector, 0, at, at + sector.length);
  }
  return { ...change, bytes };
}

function withChange(content: Buffer, change: Content): Buffer {
  const end =
    change.kind === 'truncate' ? change.size : Math.max(content.length, change.at + change.bytes.length);
  const changed = Buffer.alloc(end);
  content.copy(changed);
  if (change.kind === 'write') change.bytes.copy(changed, change.at);
  return changed;
}
