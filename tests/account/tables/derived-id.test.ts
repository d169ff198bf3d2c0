import * as fc from '#tests/support/fast-check.ts';
import { expect, test } from 'vitest';
import { deriveId } from '#account/tables/derived-id.ts';

const someParts = fc.array(fc.option(fc.string({ unit: 'binary', maxLength: 4 })), { maxLength: 4 });

test('equal parts give the same id, different parts a different one, and Firestore accepts each', () => {
  fc.assert(
    fc.property(someParts, someParts, (a, b) => {
      const isSame = JSON.stringify(a) === JSON.stringify(b);
      expect(deriveId(a)).toMatch(/^[A-Za-z0-9]{20}$/);
      expect(deriveId(a)).toBe(deriveId([...a]));
      expect(deriveId(a) === deriveId(b)).toBe(isSame);
    }),
  );
});

test('an id is the same as in earlier versions of the app', () => {
  expect(deriveId(['note', 'title', 'text', null])).toBe('KqOxgQLpjeQQp3xt2zPC');
});
