/** `powerMonitor`. Limit: it reports nothing by itself; tests emit `suspend` and `resume`. */
import { StrictEmitter } from './strict.ts';

export const powerMonitor = new StrictEmitter('powerMonitor');
