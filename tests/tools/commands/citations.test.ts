import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { findBrokenCitations } from '#tools/commands/lib/citations.mjs';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';

/** @returns the broken citations in a repository of these files and the citing one */
function brokenIn(file: string, text: string): string[] {
  const root = temporaryFolder();
  const files = {
    'README.md': '# Notes\n\n## Start it\n',
    'docs/setup.md': '# Setting up\n\n## Your own project, for a start\n',
    'src/account/sync/engine.ts': '',
    'src/main/host.ts': '',
    'src/main/account.ts': '',
    [file]: text,
  };
  for (const [name, content] of Object.entries(files)) {
    const place = path.join(root, name);
    mkdirSync(path.dirname(place), { recursive: true });
    writeFileSync(place, content);
  }
  return findBrokenCitations(root).map(({ line, cited }) => `${line}: ${cited}`);
}

test.each([
  ['src/a.ts', '/** See `sync/engine.ts`, src/account and src/main/{host,account}.ts. */\n'],
  ['src/a.ts', '// README, "Start it", and docs/setup.md, "Your own project, for a start".\n'],
  [
    'src/a.ts',
    '// As in `electron/electron/lib/browser/api/dialog.ts`, and https://example.org/src/gone.ts\n',
  ],
  ['src/a.ts', "const gone = 'src/gone.ts'; const glob = 'src/**/*.gone.ts';\n"],
  [
    'docs/a.md',
    '[Start](../README.md#start-it), [above](#a-title)\n\n## A title\n\n```sh\nls src/gone\n```\n',
  ],
  ['.github/workflows/a.yml', '# docs/setup.md has more.\nrun: cat src/gone.ts\n'],
])('names of existing things, and texts that are not citations, pass: %s %j', (file, text) => {
  expect(brokenIn(file, text)).toEqual([]);
});

test.each([
  ['src/a.ts', '/**\n * See `sync/gone.ts`.\n */\n', '2: sync/gone.ts'],
  ['src/a.tsx', 'const one = 1; \u002f/ src/main/gone\n', '1: src/main/gone'],
  ['src/a.ts', '// src/main/{host,gone}.ts\n', '1: src/main/{host,gone}.ts'],
  ['src/a.ts', '// README, "Your own project"\n', '1: README, "Your own project"'],
  ['src/a.ts', '// docs/setup.md, "Start it"\n', '1: docs/setup.md, "Start it"'],
  ['docs/a.md', '\nThe code is in `engine/sync.ts`.\n', '2: engine/sync.ts'],
  ['docs/a.md', '[Setting up](set-up.md)\n', '1: set-up.md'],
  ['docs/a.md', '[Setting up](setup.md#gone)\n', '1: setup.md#gone'],
  ['.github/workflows/a.yml', 'on: push # as docs/gone.md says\n', '1: docs/gone.md'],
])('in %s, %j names something that does not exist', (file, text, found) => {
  expect(brokenIn(file, text)).toContain(found);
});
