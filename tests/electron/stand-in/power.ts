/** `powerMonitor` and `powerSaveBlocker`. Limit: the machine never sleeps here; tests emit `suspend` and `resume` themselves. */
import { strict, StrictEmitter } from './strict.ts';

class PowerMonitor extends StrictEmitter {
  readonly onBatteryPower = false;
  isOnBatteryPower(): boolean {
    return false;
  }
  getSystemIdleTime(): number {
    return 0;
  }
  getSystemIdleState(): 'active' {
    return 'active';
  }
  getCurrentThermalState(): 'unknown' {
    return 'unknown';
  }
}

export const powerMonitor = new PowerMonitor('powerMonitor');

const blockers = new Set<number>();
let lastBlocker = 0;

export const powerSaveBlocker = strict('powerSaveBlocker', {
  start(): number {
    blockers.add(++lastBlocker);
    return lastBlocker;
  },
  stop: (id: number): boolean => blockers.delete(id),
  isStarted: (id: number): boolean => blockers.has(id),
});
