/**
 * Every bench by its name. A new one needs a file with one function here, a line below, and a section of
 * README.md.
 */
import type { Bench } from './figure.ts';
import { firstSync } from './first-sync.ts';
import { marks } from './marks.ts';
import { push } from './push.ts';
import { quickNote } from './quick-note.ts';
import { reads } from './reads.ts';
import { search } from './search.ts';
import { onHost } from './support/on-host.ts';
import { transfer } from './transfer.ts';

export const BENCHES: ReadonlyMap<string, Bench> = new Map([
  ['open', onHost('open-app')],
  ['save', onHost('save-app')],
  ['typing', onHost('typing-app')],
  ['long-note', onHost('long-note-app')],
  ['many-labels', onHost('many-labels-app')],
  ['scroll', onHost('scroll-app')],
  ['memory', onHost('memory-app')],
  ['main-thread', onHost('main-thread-app')],
  ['push', push],
  ['first-sync', firstSync],
  ['reads', reads],
  ['quick-note', quickNote],
  ['search', search],
  ['marks', marks],
  ['transfer', transfer],
]);
