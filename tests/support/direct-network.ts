/** A computer without proxies or other obstacles. */
import type { NetworkService } from '#shared/ipc/cloud-service.ts';

export const DIRECT: NetworkService = {
  route: () => Promise.resolve({ kind: 'direct' }),
  reportObstacle: () => undefined,
  reportTrouble: () => undefined,
};
