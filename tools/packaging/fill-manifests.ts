/**
 * Fills the templates of `packaging/` for a release: `node tools/packaging/fill-manifests.ts <folder of its
 * installers> <the project's https address> <target folder>`. `${VERSION}`, `${DATE}` and `${PROJECT}` are
 * replaced by their values, `${SHA256 <file>}` and `${sha256 <file>}` by the hash of an installer, in upper
 * or lower case. All other shell expressions stay.
 */
import { createHash } from 'node:crypto';
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '../..');
const [installers, project, target] = process.argv.slice(2);
if (installers === undefined || target === undefined || !/^https:\/\/[^\s<>&"]+$/.test(project ?? '')) {
  throw new Error(
    'Name the folder of the installers, the https address of the project, and the target folder.',
  );
}

const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as { version: string };
const facts: Readonly<Record<string, string>> = {
  VERSION: version,
  DATE: new Date().toISOString().slice(0, 10),
  PROJECT: project ?? '',
};

/** @throws the file system's error if the installer does not exist */
function hashOf(name: string): string {
  return createHash('sha256')
    .update(readFileSync(path.join(installers ?? '', name)))
    .digest('hex');
}

for (const file of globSync('packaging/*/*', { cwd: root })) {
  const filled = readFileSync(path.join(root, file), 'utf8')
    .replaceAll(/\$\{(VERSION|DATE|PROJECT)\}/g, (_all, name: string) => facts[name] ?? '')
    .replaceAll(/\$\{SHA256 ([^}]+)\}/g, (_all, name: string) => hashOf(name).toUpperCase())
    .replaceAll(/\$\{sha256 ([^}]+)\}/g, (_all, name: string) => hashOf(name));
  const place = path.join(target, path.relative('packaging', file));
  mkdirSync(path.dirname(place), { recursive: true });
  writeFileSync(place, filled);
  console.log(place);
}
