/** Resource names of documents, and their places in the tree of collections. */
import { invalidArgument } from './rpc-error.ts';

/** `projects/P/databases/(default)` */
export function databaseName(projectId: string): string {
  return `projects/${projectId}/databases/(default)`;
}

/** Everything before the last `/`: the collection that holds the document. */
export function collectionOf(name: string): string {
  return name.slice(0, name.lastIndexOf('/'));
}

export function lastSegment(name: string): string {
  return name.slice(name.lastIndexOf('/') + 1);
}

/** Path below the database's root: `notes/abc`. */
export function relativePath(name: string): string {
  return name.split('/').slice(5).join('/');
}

/** @throws RpcError INVALID_ARGUMENT unless `name` is a document of this database */
export function checkDocumentName(name: string | undefined, database: string): string {
  const root = `${database}/documents/`;
  if (name === undefined || !name.startsWith(root)) {
    throw invalidArgument(`Document name "${name ?? ''}" lacks "${root}" at its beginning.`);
  }
  const path = name.slice(root.length).split('/');
  if (path.length % 2 !== 0 || path.some((segment) => !isSegment(segment))) {
    throw invalidArgument(`Document name "${name}" has invalid or missing segments.`);
  }
  return name;
}

function isSegment(segment: string): boolean {
  if (segment === '' || segment === '.' || segment === '..' || /^__.*__$/s.test(segment)) return false;
  return Buffer.byteLength(segment) <= 1500;
}
