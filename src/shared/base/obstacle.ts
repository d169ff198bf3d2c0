/** Known reasons why this computer cannot reach the cloud that the user can do something about. */
export type Obstacle = keyof typeof OBSTACLE_WORDS;

export const OBSTACLE_WORDS = {
  'proxy-password':
    'The proxy of this network asks for a password that Inkling does not have. Ask whoever runs the network to let Inkling through.',
  'proxy-refuses':
    'The proxy of this network does not let Inkling through. Ask whoever runs it to allow googleapis.com.',
  'proxy-kind':
    'This computer uses a kind of proxy that Inkling cannot sync through. Ask whoever runs the network for an HTTP proxy.',
  certificate:
    'Something on this network answers in place of Google, and this computer does not trust it. Check the computer’s clock, or ask whoever runs the network.',
  'no-http2':
    'Something on this network changes the connection so that notes cannot sync. Ask whoever runs it to leave firestore.googleapis.com alone.',
} as const;

export function isObstacle(value: unknown): value is Obstacle {
  return typeof value === 'string' && Object.hasOwn(OBSTACLE_WORDS, value);
}
