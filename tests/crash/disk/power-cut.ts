/**
 * Possible contents of a folder after a power cut: its files as `tests/support/failing-disk/power-cut.ts`
 * cuts them, and any part of the unflushed changes of names. A name may be missing while its file exists, and
 * the other way round. A rename is done completely or not at all, and a flush of one of its two folders makes
 * it durable, as journaling file systems promise. An end of the process is a cut at which nothing is missing.
 */
import { lstatSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Random } from '#tests/fuzz/random.ts';
import {
  contentAfterCut,
  contentNow,
  type Loss,
  survivors,
  type UnflushedFile,
  type Write,
} from '#tests/support/failing-disk/power-cut.ts';
import type { Change } from './record.ts';

interface File extends UnflushedFile {
  durable: Buffer;
  pending: Write[];
}

interface Folder {
  /** The names as the process sees them. */
  readonly now: Map<string, Node>;
  readonly durable: Map<string, Node>;
}

type Node = File | Folder;

/** A change of one or two names that is not on the disk yet. */
type Naming = readonly { readonly folder: Folder; readonly name: string; readonly node: Node | null }[];

/** The contents of a folder before the first change, all of them durable. */
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
  /** Writes the surviving state into a folder that does not exist yet. */
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
    const file: File = { durable, pending: [] };
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
      file.durable = contentNow(file);
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
      for (const change of survivors(namings, loss, 'names are lost', random).flat())
        setName(namesOf(change.folder), change);
      const write = (node: Node, place: string): void => {
        if ('pending' in node) {
          writeFileSync(place, contentAfterCut(node, loss, random));
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

/**
 * Whether a later change concerns the same name: once that one is on the disk, no earlier one can follow it.
 */
function isBefore({ folder, name }: Naming[number], later: Iterable<Naming>): boolean {
  return [...later].flat().some((change) => change.folder === folder && change.name === name);
}

function setName(names: Map<string, Node>, { name, node }: Naming[number]): void {
  if (node === null) names.delete(name);
  else names.set(name, node);
}
