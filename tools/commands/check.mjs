/**
 * `npm run check`: types, lint, format, unused code and citations. All of them run, and the command fails if
 * any of them finds a problem.
 */
import { command } from './lib/command.mjs';
import { root, script } from './lib/paths.mjs';
import { capture } from './lib/processes.mjs';

await command(async () => {
  const started = [
    { title: 'Types (tsc)', args: [script('typescript', 'tsc'), '-b', '--pretty'] },
    { title: 'Lint (oxlint)', args: [script('oxlint'), '--type-aware', '--deny-warnings'] },
    { title: 'Format (oxfmt)', args: [script('oxfmt'), '--check'] },
    { title: 'Unused code (knip)', args: [script('knip')] },
  ].map(({ title, args }) => ({ title, result: capture(process.execPath, args) }));
  // Imported under Node 24, because it needs more than Node 20 has.
  const { findBrokenCitations } = await import('./lib/citations.mjs');
  const broken = findBrokenCitations(root);
  console.log(`${broken.length === 0 ? '✓' : '✗'} Citations in comments and pages`);
  for (const { file, line, cited } of broken)
    console.log(`${file}:${line} names ${cited}, which is not there.`);
  let failed = broken.length === 0 ? 0 : 1;
  for (const { title, result } of started) {
    const { code, output } = await result;
    console.log(`${code === 0 ? '✓' : '✗'} ${title}`);
    if (code === 0) continue;
    failed += 1;
    console.log(`${output.trim()}\n`);
  }
  if (failed > 0) console.error(`${failed} of ${started.length + 1} checks failed.`);
  return failed === 0 ? 0 : 1;
});
