/**
 * The renderer's one jotai store. Atoms live beside the feature that they serve; code outside of React reads
 * and writes them through this store.
 */
import { createStore } from 'jotai';

export const store = createStore();
