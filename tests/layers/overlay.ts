/**
 * A small project under the real rules: the repository's own tsconfigs, lint settings and package imports
 * over files that a test provides. Every finding here would also be reported for the same line in `src`.
 */
import { execFile } from 'node:child_process';
import {
  cpSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { script } from '#tools/commands/lib/paths.mjs';

const root = path.resolve(import.meta.dirname, '../..');
const SETTINGS = ['tsconfig.json', 'package.json', '.oxlintrc.json'];

export interface Finding {
  readonly file: string;
  /** TypeScript's code, such as `TS6307`, or the lint rule. */
  readonly rule: string;
}

export class Overlay implements Disposable {
  readonly #folder = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'inkling-layers-')));

  /** @param files texts by path */
  constructor(files: Readonly<Record<string, string>>) {
    for (const file of [...SETTINGS, ...globSync('src/**/tsconfig.json', { cwd: root })]) {
      cpSync(path.join(root, file), this.#place(file));
    }
    symlinkSync(path.join(root, 'node_modules'), this.#place('node_modules'), 'junction');
    for (const [file, text] of Object.entries(files)) writeFileSync(this.#place(file), text);
  }

  /** Findings of the compiler in every layer of `src`. */
  async compile(): Promise<Finding[]> {
    const projects = ['src/account', 'src/cloud', 'src/main', 'src/preload', 'src/renderer'];
    const output = await this.#run(script('typescript', 'tsc'), ['-b', '--pretty', 'false', ...projects]);
    return [...output.matchAll(/^(\S+)\(\d+,\d+\): error (TS\d+):/gm)].map(([, file = '', rule = '']) => ({
      file: file.replaceAll('\\', '/'),
      rule,
    }));
  }

  async lint(): Promise<Finding[]> {
    const output = await this.#run(script('oxlint'), ['--type-aware', '--format=json', 'src']);
    const { diagnostics }: { diagnostics: { filename: string; code: string }[] } = JSON.parse(output);
    return diagnostics.map(({ filename, code }) => ({
      file: filename.replaceAll('\\', '/'),
      rule: code.replace(/^.*\((.*)\)$/, '$1'),
    }));
  }

  [Symbol.dispose](): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }

  #place(file: string): string {
    const place = path.join(this.#folder, file);
    mkdirSync(path.dirname(place), { recursive: true });
    return place;
  }

  #run(program: string, args: readonly string[]): Promise<string> {
    return new Promise((resolve) => {
      // Both programs exit with an error code if they find something, as the tests expect.
      execFile(process.execPath, [program, ...args], { cwd: this.#folder }, (_error, stdout) =>
        resolve(stdout),
      );
    });
  }
}
