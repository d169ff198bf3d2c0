import { expect, test, vi } from 'vitest';
import { labelCountsAtom, labelsAtom, updateLabels } from '#renderer/search/labels.ts';
import { store } from '#renderer/state/store.ts';

test('readers of the labels are told only of what an answer changes', () => {
  updateLabels([
    { name: 'Home', active: 1 },
    { name: 'Work', active: 2 },
  ]);
  const onNames = vi.fn<() => void>();
  const onCounts = vi.fn<() => void>();
  store.sub(labelsAtom, onNames);
  store.sub(labelCountsAtom, onCounts);
  updateLabels([
    { name: 'Home', active: 1 },
    { name: 'Work', active: 2 },
  ]);
  expect(onNames).not.toHaveBeenCalled();
  expect(onCounts).not.toHaveBeenCalled();
  updateLabels([
    { name: 'Home', active: 1 },
    { name: 'Work', active: 3 },
  ]);
  expect(onNames).not.toHaveBeenCalled();
  expect(onCounts).toHaveBeenCalledOnce();
  expect(store.get(labelCountsAtom).get('Work')).toBe(3);
});
