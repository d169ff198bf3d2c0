/** What statuses of Firestore mean, in Google's own words. */
import { expect, test } from 'vitest';
import { failureOf, queryFailureOf } from '#cloud/failure.ts';

const NO_INDEX =
  'The query requires an index. You can create it here: https://console.firebase.google.com/v1/r/project/p/firestore/indexes';
const API_OFF =
  'Cloud Firestore API has not been used in project p before or it is disabled. Enable it by visiting https://console.developers.google.com/apis/api/firestore.googleapis.com/overview?project=p then retry.';
const NO_DATABASE =
  'The database (default) does not exist for project p Please visit https://console.cloud.google.com/datastore/setup?project=p';
const DENIED = 'Missing or insufficient permissions.';
const SPENT = 'Quota exceeded.';

const error = (code: number, details: string) => Object.assign(new Error(`${code}: ${details}`), { code });

test.each([
  [9, NO_INDEX, 'index-missing'],
  [8, SPENT, 'quota-spent'],
  [7, API_OFF, 'api-off'],
  [5, NO_DATABASE, 'database-missing'],
  [7, DENIED, 'access-denied'],
] as const)('a live query that ends with %i “%s” is refused: %s', (status, message, cause) => {
  const refused = { kind: 'refused', reason: { id: 'cloud-status', status }, refusal: { cause, status } };
  expect(queryFailureOf(error(status, message))).toEqual(refused);
  // The SDK's own form if the server removes the query from its stream.
  expect(queryFailureOf(new Error(`Error ${status}: ${message}`))).toEqual(refused);
});

test.each([
  [8, SPENT, 'quota-spent'],
  [7, API_OFF, 'api-off'],
  [5, NO_DATABASE, 'database-missing'],
] as const)('a commit or fetch that ends with %i “%s” is refused: %s', (status, message, cause) => {
  expect(failureOf(error(status, message))).toMatchObject({ kind: 'refused', refusal: { cause, status } });
});

test.each([
  [7, DENIED, 'note'],
  [9, 'the stored version does not match the required base version', 'conflict'],
  [5, 'No document to update: projects/p/databases/(default)/documents/notes/n', 'conflict'],
  [14, 'unavailable', 'wait'],
  [16, 'unauthenticated', 'session'],
] as const)('a commit that ends with %i “%s” is a failure of the kind %s', (status, message, kind) => {
  expect(failureOf(error(status, message))).toMatchObject({ kind });
});

test.each([3, 6, 9, 11])('a live query that ends with %i for another reason may pass', (status) => {
  expect(queryFailureOf(error(status, 'something'))).toMatchObject({ kind: 'wait' });
});
