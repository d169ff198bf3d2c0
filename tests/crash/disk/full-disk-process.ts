/**
 * Entry of a process whose disk has no room to flush a commit, and then has room again, before it is killed. Its
 * argument is the account's folder.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fail, heal, record, watch } from './control.ts';
import { parseRecord } from './record.ts';
import { openStore } from './scenarios.ts';

const [folder = ''] = process.argv.slice(2);
watch(folder);
const store = openStore(folder);

function write(text: string): void {
  store.notes.transaction(() => store.drafts.store({ place: 'quick', content: { title: '', text } }));
}

const long = (word: string): string => `${word} ${'x'.repeat(40_000)}`;

write(long('first'));
const recording = path.join(path.dirname(folder), `${path.basename(folder)}-record`);
record(recording);
write(long('second'));
heal();
const { calls } = parseRecord(readFileSync(recording));
const at = calls.findLastIndex(({ call, file }) => call.endsWith('sync') && file.endsWith('-wal')) + 1;
fail({ at, error: 'ENOSPC', once: false });
let answer = 'none';
try {
  write(long('third'));
} catch (error) {
  answer = error instanceof Error && 'code' in error ? String(error.code) : String(error);
}
heal();
write('fourth');
process.send?.(answer, () => process.kill(process.pid, 'SIGKILL'));
