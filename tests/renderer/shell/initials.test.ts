import { expect, test } from 'vitest';
import { initials } from '#renderer/shell/initials.ts';

test.each([
  ['Ada Marlowe', 'ada@example.org', 'AM'],
  ['Ada van der Berg', 'x@example.org', 'AB'],
  ['ada', 'x@example.org', 'A'],
  ['', 'zoe@example.org', 'Z'],
  ['   ', 'zoe@example.org', 'Z'],
  ['(Ada) "Marlowe"', 'x@example.org', 'AM'],
  ['Ada 🙂', 'x@example.org', 'A'],
  ['李 小龍', 'x@example.org', '李小'],
  ['é́lan', 'x@example.org', 'É́'],
  ['', '', '?'],
])('the initials of %j <%s> are %s', (name, email, letters) => {
  expect(initials(name, email)).toBe(letters);
});
