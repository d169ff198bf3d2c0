import { expect, test } from 'vitest';
import { SCENARIOS } from '#tests/crash/disk/scenarios.ts';
import { replaceTexts } from './break-rule.ts';
import { RULES } from './rules.ts';

test.each(RULES)('the rule broken by "$name" exists in the app, and its scenario exists', (rule) => {
  const { changes, noticedIn } = rule;
  expect(() => replaceTexts(changes)).not.toThrow();
  if (typeof noticedIn === 'object') expect(SCENARIOS.map(({ name }) => name)).toContain(noticedIn.scenario);
});
