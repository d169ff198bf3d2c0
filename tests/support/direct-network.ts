/** A computer without proxies, on which nothing stands in the way. */
import type { NetworkService } from '#shared/cloud-service.ts';

export const DIRECT: NetworkService = {
  route: () => Promise.resolve({ kind: 'direct' }),
  reportObstacle: () => undefined,
};
