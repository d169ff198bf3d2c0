/** People do one thing after the other: who waits for an answer of the app does not begin the next thing of the same sort. */
import type { Device } from '../device.ts';
import type { Step } from '../world.ts';

const waiting = new WeakMap<Device, Set<string>>();

/** @param sort of such steps, a device has one under way at the most; another is left out */
export function inTurn(sort: string, step: Step): Step {
  return async (scene) => {
    const here = waiting.get(scene.device) ?? new Set();
    waiting.set(scene.device, here);
    if (here.has(sort)) return null;
    here.add(sort);
    try {
      return await step(scene);
    } finally {
      here.delete(sort);
    }
  };
}
