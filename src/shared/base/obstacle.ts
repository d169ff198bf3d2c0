/** Known reasons why this computer cannot reach the cloud that the user can do something about. */
export type Obstacle = keyof typeof OBSTACLE_WORDS;

export const OBSTACLE_WORDS = {
  'proxy-password':
    'This network’s proxy asks for a password that Inkling does not have. Ask your network’s administrator to let Inkling through.',
  'proxy-refuses':
    'This network’s proxy blocks Inkling. Ask your network’s administrator to allow googleapis.com.',
  'proxy-kind':
    'Inkling cannot sync through this computer’s kind of proxy. Ask your network’s administrator for an HTTP proxy.',
  certificate:
    'Something on this network answers in Google’s place, and this computer does not trust it. Check the computer’s clock, or ask your network’s administrator.',
  'no-http2':
    'Something on this network changes the connection, so notes cannot sync. Ask your network’s administrator to leave firestore.googleapis.com alone.',
} as const;

export function isObstacle(value: unknown): value is Obstacle {
  return typeof value === 'string' && Object.hasOwn(OBSTACLE_WORDS, value);
}
