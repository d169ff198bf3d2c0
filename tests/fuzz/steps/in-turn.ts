/**
 * People act one step at a time: while they wait for the app's answer, they begin no other step of that sort.
 */
import type { Device } from '../device.ts';
import type { Step } from '../world.ts';

const waiting = new WeakMap<Device, Set<string>>();

/** @param sort a device has at most one step of a sort under way; another one is skipped */
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
