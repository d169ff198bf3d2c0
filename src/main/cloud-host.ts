/** What an account's cloud thread asks of the main thread, and what keeps that account from the cloud. */
import type { CloudHostService } from '#shared/cloud-service.ts';
import { AppError } from '#shared/error.ts';
import { isObstacle, type Obstacle } from '#shared/obstacle.ts';

/** @param onObstacle told of what stands in the way of the connection, or else of the session's renewal; null for nothing */
export function createCloudHost(
  service: Omit<CloudHostService, 'reportObstacle'>,
  onObstacle: (obstacle: Obstacle | null) => void,
): CloudHostService {
  let reported: Obstacle | null = null;
  let ofConnection: Obstacle | null = null;
  let ofToken: Obstacle | null = null;

  function report(): void {
    const obstacle = ofConnection ?? ofToken;
    if (obstacle !== reported) onObstacle(obstacle);
    reported = obstacle;
  }

  return {
    ...service,
    async idToken() {
      try {
        const token = await service.idToken();
        ofToken = null;
        return token;
      } catch (error) {
        ofToken = error instanceof AppError && isObstacle(error.cause) ? error.cause : null;
        throw error;
      } finally {
        report();
      }
    },
    reportObstacle(obstacle) {
      ofConnection = obstacle;
      report();
    },
  };
}
