/**
 * The process of `npm run claims -- [ID…] [--tenth COMMIT] [--write]`: breaks each claim of
 * docs/security-claims.md in a copy of the checkout, by the mutations beside this file, and expects a test that
 * quotes the claim to fail. `--tenth` takes the tenth of the claims that the commit's hash chooses; `--write`
 * only writes the places and the tests into the page.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { lastLine } from '#tests/support/last-line.ts';
import { endOnSignals } from '#tools/commands/lib/processes.mjs';
import { PAGE, readClaims, withPlacesAndTests } from './claims.ts';
import { type Copy, makeCopy } from './copy.ts';
import type { Mutation } from './mutation.ts';
import { MUTATIONS } from './mutations/index.ts';
import { filesOfKind, type Kind, KINDS, runTests, type TestResult } from './run-tests.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { tenth: { type: 'string' }, write: { type: 'boolean' } },
});
const page = readFileSync(PAGE, 'utf8');
if (values.write === true) writeFileSync(PAGE, withPlacesAndTests(page));
else {
  endOnSignals();
  process.exitCode = await breakClaims(chosenClaims(readClaims(page).map(({ id }) => id)));
}

function chosenClaims(ids: readonly string[]): readonly string[] {
  if (positionals.length > 0) return positionals;
  const { tenth } = values;
  if (tenth === undefined) return ids;
  const place = Number.parseInt(tenth.slice(-8), 16) % 10;
  return ids.filter((_id, index) => index % 10 === place);
}

/** @returns the exit code */
async function breakClaims(claims: readonly string[]): Promise<number> {
  const copy = makeCopy();
  const before = createBaseline(copy, claims);
  let tried = 0;
  let green = 0;
  for (const claim of claims) {
    const mutations = MUTATIONS.filter((mutation) => mutation.claim === claim);
    const found: (string | null)[] = mutations.length === 0 ? [null] : [];
    for (const mutation of mutations) found.push(await breakClaim(copy, mutation, before).catch(reportError));
    for (const [index, red] of found.entries()) {
      tried += 1;
      if (red === null) green += 1;
      const place = mutations[index]?.changes.map(({ file }) => file).join(', ') ?? 'no mutation';
      console.log(`| ${claim} | ${place} | ${red ?? 'GREEN'} |`);
    }
  }
  console.log(lastLine(tried, green));
  return tried > 0 && green === 0 ? 0 : 1;
}

/** @returns the title of a test that fails; null if all pass */
async function breakClaim(copy: Copy, mutation: Mutation, before: Baseline): Promise<string | null> {
  const { claim } = mutation;
  for (const kind of KINDS) {
    if (filesOfKind(claim, kind).length === 0) continue;
    const undo = copy.apply(mutation);
    let results: readonly TestResult[];
    try {
      results = await runTests(copy.folder, kind, [claim], { untilFailure: true });
    } finally {
      undo();
    }
    const failed = results.find(({ outcome }) => outcome === 'failed');
    if (failed === undefined) continue;
    // A test that also fails without the mutation proves nothing.
    if (await before.isGreen(kind, claim)) return `red: ${failed.title}`;
    console.log(`${claim}: its tests fail, or do not run, before it is broken (${kind})`);
  }
  return null;
}

/** Such as that the mutated code cannot be built, or that the place to change does not exist. */
function reportError(error: unknown): null {
  console.log(error instanceof Error ? error.message : String(error));
  return null;
}

interface Baseline {
  isGreen(kind: Kind, claim: string): Promise<boolean>;
}

/** The results without a mutation. Those of one kind cost little more for all claims than for one. */
function createBaseline(copy: Copy, claims: readonly string[]): Baseline {
  const runs = new Map<string, Promise<readonly TestResult[]>>();
  return {
    async isGreen(kind, claim) {
      const isForAll = kind === 'unit' || kind === 'page';
      const key = isForAll ? kind : `${kind} ${claim}`;
      const run = runs.get(key) ?? runTests(copy.folder, kind, isForAll ? claims : [claim]);
      runs.set(key, run);
      const results = (await run).filter(({ title }) => title.includes(`[${claim}]`));
      return (
        results.some(({ outcome }) => outcome === 'passed') &&
        !results.some(({ outcome }) => outcome === 'failed')
      );
    },
  };
}
