/**
 * Answers calls of an account's cloud thread to the main thread, and reports the obstacle that prevents the
 * account from reaching the cloud.
 */
import type { CloudHostService } from '#shared/ipc/cloud-service.ts';
import { AppError } from '#shared/base/error.ts';
import { isObstacle, type Obstacle } from '#shared/base/obstacle.ts';

/**
 * @param onObstacle called with the obstacle to the connection or, if there is none, to the renewal of the
 *   session; null for neither
 */
export function createCloudHost(
  service: Omit<CloudHostService, 'reportObstacle'>,
  onObstacle: (obstacle: Obstacle | null) => void,
): CloudHostService {
  let reported: Obstacle | null = null;
  let connectionObstacle: Obstacle | null = null;
  let tokenObstacle: Obstacle | null = null;

  function report(): void {
    const obstacle = connectionObstacle ?? tokenObstacle;
    if (obstacle !== reported) onObstacle(obstacle);
    reported = obstacle;
  }

  return {
    ...service,
    async idToken() {
      try {
        const token = await service.idToken();
        tokenObstacle = null;
        return token;
      } catch (error) {
        tokenObstacle = error instanceof AppError && isObstacle(error.reason) ? error.reason : null;
        throw error;
      } finally {
        report();
      }
    },
    reportObstacle(obstacle) {
      connectionObstacle = obstacle;
      report();
    },
  };
}
