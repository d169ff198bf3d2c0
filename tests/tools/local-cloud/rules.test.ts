/** The local cloud's copy of `firebase/firestore.rules`, tested with the same cases as the file itself. */
import { readFileSync } from 'node:fs';
import { status } from '@grpc/grpc-js';
import { expect, test } from 'vitest';
import { MAX_TEXT, MAX_TITLE } from '#tools/local-cloud/firestore/rules.ts';
import { testRules } from './rules-cases.ts';
import { callFirestore, endpointOf, useCloud } from './testing.ts';

const fixture = useCloud();

testRules(() => ({
  projectId: fixture.cloud.config.firebase.projectId,
  refusalOfNobody: status.UNAUTHENTICATED,
  newUser: async () => fixture.newUser(),
  putNote: async (id, fields) => {
    fixture.cloud.controls.putDoc(id, fields);
  },
  call: async (token, rpc, request) => callFirestore(endpointOf(fixture.cloud), token, rpc, request),
}));

test('the limits are those of firestore.rules', () => {
  const rules = readFileSync(new URL('../../../firebase/firestore.rules', import.meta.url), 'utf8');
  expect(rules).toContain(`data.title.size() <= ${MAX_TITLE}`);
  expect(rules).toContain(`data.text.size() <= ${MAX_TEXT}`);
});
