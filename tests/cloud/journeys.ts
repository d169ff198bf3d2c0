/** A live query through proxies, and the obstacles that are reported. */
import { readFileSync } from 'node:fs';
import { onTestFinished } from 'vitest';
import { createFirestoreRemote } from '#cloud/firestore-remote.ts';
import type { CloudConfig, Route } from '#shared/ipc/cloud-service.ts';
import { AppError } from '#shared/base/error.ts';
import type { Uid } from '#shared/note/note.ts';
import type { Obstacle } from '#shared/base/obstacle.ts';
import type { RemoteFailure } from '#shared/note/remote-store.ts';
import { signIn } from '@inkling/local-cloud/client.ts';
import { startCloud } from '@inkling/local-cloud/cloud.ts';
import { type Certificate, createAuthority, signFor } from '#tests/support/certificates.ts';
import { startProxy, type ProxyOptions, type TestProxy } from '#tests/support/proxy.ts';

export interface Journey {
  /** The route that the system gives, or why it gives none; a test may change it. */
  route: Route | AppError;
  /** Number of times that the system was asked for it. */
  routeQuestions: number;
  arrived: number;
  /** Why live queries ended. */
  readonly endings: RemoteFailure[];
  readonly obstacles: (Obstacle | null)[];
}

export interface Company {
  readonly authority: Certificate;
  /** A host name of the cloud that only its proxy knows. */
  readonly host: string;
  readonly proxy: TestProxy;
}

/** Starts a cloud and signs a user in. */
export async function startJourneys() {
  const cloud = await startCloud();
  const { uid, idToken } = await signIn(cloud, { sub: 'ada', email: 'ada@example.com', name: 'Ada' });
  return {
    cloud,

    listen(route: Route, changes: Partial<CloudConfig> = {}): Journey {
      const journey: Journey = { route, routeQuestions: 0, arrived: 0, endings: [], obstacles: [] };
      const { projectId } = cloud.config.firebase;
      const remote = createFirestoreRemote({
        config: { projectId, host: cloud.firestoreHost, caFile: cloud.caFile, ...changes },
        uid: uid as Uid,
        tokens: { idToken: async () => idToken, rejectToken: () => undefined },
        network: {
          async route() {
            journey.routeQuestions += 1;
            if (journey.route instanceof AppError) throw journey.route;
            return journey.route;
          },
          reportObstacle: (obstacle) => void journey.obstacles.push(obstacle),
          reportTrouble: () => undefined,
        },
        examineEvery: 100,
      });
      const ask = (): void => {
        remote.listen({
          onSnapshot: () => (journey.arrived += 1),
          onEnd(failure) {
            journey.endings.push(failure);
            // The engine also pauses before it subscribes again.
            setTimeout(ask, 50);
          },
        });
      };
      ask();
      onTestFinished(() => remote.dispose());
      return journey;
    },

    /**
     * Starts a company's proxy that intercepts connections, with its own certificate in place of the cloud's.
     */
    async startCompany(protocols: readonly string[]): Promise<Company> {
      const authority = await createAuthority();
      const host = 'firestore.example:443';
      const signed = await signFor('firestore.example', authority);
      const interception = { ...signed, protocols, ca: readFileSync(cloud.caFile) };
      const proxy = await startTestProxy({ hosts: { [host]: cloud.firestoreHost }, interception });
      return { authority, host, proxy };
    },
  };
}

/** Starts a proxy that is closed after the test. */
export async function startTestProxy(options: ProxyOptions = {}): Promise<TestProxy> {
  const started = await startProxy(options);
  onTestFinished(() => started.close());
  return started;
}

/** @param login `name:password@` */
export function through({ address }: TestProxy, login = ''): Route {
  return { kind: 'proxy', url: `http://${login}${address}` };
}
