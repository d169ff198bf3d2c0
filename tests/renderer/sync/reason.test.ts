import { expect, test } from 'vitest';
import { reasonOf } from '#renderer/sync/reason.ts';

test.each([
  ['7 PERMISSION_DENIED: Missing or insufficient permissions.', 'The cloud’s rules do not allow'],
  [
    "3 INVALID_ARGUMENT: Document 'projects/p/databases/(default)/documents/notes/a' cannot be written because its size (1,200,041 bytes) exceeds the maximum allowed size of 1,048,576 bytes.",
    'It is too large',
  ],
  ['3 INVALID_ARGUMENT: The value of property "text" is longer than 1048487 bytes.', 'It is too large'],
  ['The note is larger than the 1 MiB that the cloud takes.', 'It is too large'],
  ['3 INVALID_ARGUMENT: Property array contains an invalid nested entity.', 'cannot store something'],
  ['11 OUT_OF_RANGE: out of range', 'cannot store something'],
  ['', 'The cloud did not accept'],
])('a refusal with the message %j is explained with “%s”', (message, sentence) => {
  expect(reasonOf(message)).toContain(sentence);
});
