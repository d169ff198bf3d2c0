/** Fixtures for tests that begin with a signed-in user. */
import { ADA, signIn, test as base, type RunningApp } from './fixtures.ts';

interface SignedIn {
  /** The app as it first started, with Ada signed in; `start` starts it again. */
  readonly app: RunningApp;
}

export const test = base.extend<SignedIn>({
  app: async ({ cloud, start }, use) => {
    const app = await start();
    await signIn(app, cloud, ADA);
    await use(app);
  },
});
