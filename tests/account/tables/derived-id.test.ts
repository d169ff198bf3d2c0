import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { deriveId } from '#account/tables/derived-id.ts';

const someParts = fc.array(fc.option(fc.string({ unit: 'binary', maxLength: 4 })), { maxLength: 4 });

test('the same parts make the same id, other parts make another one, and Firestore takes each', () => {
  fc.assert(
    fc.property(someParts, someParts, (one, other) => {
      const isSame = JSON.stringify(one) === JSON.stringify(other);
      expect(deriveId(one)).toMatch(/^[A-Za-z0-9]{20}$/);
      expect(deriveId(one)).toBe(deriveId([...one]));
      expect(deriveId(one) === deriveId(other)).toBe(isSame);
    }),
  );
});

test('an id stays what it was in earlier versions of the app', () => {
  expect(deriveId(['note', 'title', 'text', null])).toBe('KqOxgQLpjeQQp3xt2zPC');
});
