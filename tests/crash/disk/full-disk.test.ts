/** A disk that finds no room to flush a commit, although it has written all of it. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { compileLibrary } from './compile.ts';
import { openStore } from './scenarios.ts';

const compiled = compileLibrary();
const library = 'library' in compiled ? compiled.library : '';

describe.skipIf(library === '')('a commit whose flush finds no room', () => {
  test('leaves nothing behind the next one that looks like damage', async () => {
    const folder = temporaryFolder();
    const child = fork(path.join(import.meta.dirname, 'full-disk-process.ts'), [folder], {
      env: { ...process.env, LD_PRELOAD: library },
      execArgv: [],
    });
    const answers: unknown[] = [];
    child.on('message', (answer) => answers.push(answer));
    await once(child, 'exit');
    expect(answers).toEqual(['store-full']);
    const store = openStore(folder);
    try {
      expect(store.drafts.list().map(({ content }) => content.text)).toEqual(['fourth']);
      expect(existsSync(path.join(folder, 'damaged'))).toBe(false);
    } finally {
      store.close();
    }
  });
});
