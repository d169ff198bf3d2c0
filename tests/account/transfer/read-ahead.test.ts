/** Files that are read ahead come in their order, each with its own content or error. */
import { expect, test } from 'vitest';
import { readAhead } from '#account/transfer/read-ahead.ts';
import type { SourceFile } from '#account/transfer/sources/sources.ts';

function fileOf(name: string, content: string, onOpen: () => void, bytes = content.length): SourceFile {
  async function* read() {
    onOpen();
    if (content === '') throw new Error(`There is no ${name}.`);
    yield Buffer.from(content.slice(0, 1));
    yield Buffer.from(content.slice(1));
  }
  const file = { name, folder: '', chosen: '', isChosen: false, type: 'text', archive: null } as const;
  return { ...file, bytes, changed: null, read };
}

async function contentOf(bytes: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of bytes) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

test('files that are read ahead come in their order, each with its own content or error', async () => {
  const large = 'x'.repeat(100_000);
  const contents = Array.from({ length: 50 }, (_, index) =>
    index % 7 === 3 ? '' : index % 5 === 0 ? large : `${index}`,
  );
  // Some large files claim to be small.
  const files = contents.map((content, index) =>
    fileOf(`${index}`, content, () => undefined, index % 2 === 0 ? 1 : content.length),
  );
  const seen: unknown[] = [];
  for await (const { file, bytes } of readAhead(files)) {
    const content = await contentOf(bytes).catch((error: Error) => error.message);
    seen.push([file, content]);
  }
  expect(seen).toEqual(files.map((file, index) => [file, contents[index] || `There is no ${index}.`]));
});

test('at most 16 small files are opened ahead', async () => {
  let opened = 0;
  const open = () => (opened += 1);
  const small = Array.from({ length: 100 }, (_, index) => fileOf(`${index}`, 'ab', open));
  const ahead = readAhead([...small, fileOf('large', 'x'.repeat(100_000), open)]);
  await ahead.next();
  expect(opened).toBe(16);
  await ahead.return(undefined);
});
