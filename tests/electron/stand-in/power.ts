/** `powerMonitor`. Limit: the machine never sleeps here; tests emit `suspend` and `resume` themselves. */
import { StrictEmitter } from './strict.ts';

export const powerMonitor = new StrictEmitter('powerMonitor');
