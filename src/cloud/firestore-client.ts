/**
 * Opens Firestore with the user's own ID token. firebase-admin is imported here, on first use, because
 * loading it takes hundreds of milliseconds, which must not delay the first paint.
 */
import { readFile } from 'node:fs/promises';
import type { ChannelCredentials } from '@grpc/grpc-js';
import type * as Sdk from 'firebase-admin/firestore';
import type { CloudConfig, Route } from '#shared/ipc/cloud-service.ts';
import { createChannelMonitor, type ChannelMonitor } from './channel-monitor.ts';

/** Returns the token of the next call. Called for each RPC and each retry. */
export type TokenSource = () => Promise<string>;

export interface FirestoreClient {
  readonly database: Sdk.Firestore;
  readonly sdk: typeof Sdk;
  readonly monitor: ChannelMonitor;
  readonly route: UsableRoute;
  /** The trusted certificate authorities, as PEM texts. */
  readonly authorities: Buffer;
}

/**
 * Longest pause between two attempts to connect. While the cloud cannot be reached, nothing else is tried.
 */
export const RECONNECT_MS = 2_000;

export type UsableRoute = Exclude<Route, { kind: 'unsupported' }>;

/** Variables of Google's libraries that the user may have set for other programs. */
const VARIABLES_OF_GOOGLE = [
  // The SDK would send "Bearer owner" in place of the user's token.
  'FIRESTORE_EMULATOR_HOST',
  // Pushes would bypass the proxy and carry no user token, and so never arrive.
  'FIRESTORE_PREFER_REST',
  // Notes and tokens would go to another server.
  'GOOGLE_CLOUD_UNIVERSE_DOMAIN',
  'GOOGLE_API_USE_MTLS_ENDPOINT',
  // The client would run a program to get a certificate, and fail if there is none.
  'GOOGLE_API_USE_CLIENT_CERTIFICATE',
];

/** Changes the environment of this thread only, which has its own copy. */
function setEnvironment(route: UsableRoute): void {
  for (const name of VARIABLES_OF_GOOGLE) delete process.env[name];
  // gRPC reads its proxy from these variables only, when it creates a channel. The route comes
  // from the system's settings.
  for (const name of ['https_proxy', 'http_proxy', 'no_grpc_proxy', 'no_proxy']) delete process.env[name];
  if (route.kind === 'proxy') process.env['grpc_proxy'] = route.url;
  else delete process.env['grpc_proxy'];
}

/** @param trusted the certificate authorities if the configuration names none, see `trustedAuthorities` */
export async function openFirestore(
  config: CloudConfig,
  token: TokenSource,
  route: UsableRoute,
  trusted: () => Buffer,
): Promise<FirestoreClient> {
  setEnvironment(route);
  const [sdk, { OAuth2Client }, grpc] = await Promise.all([
    import('firebase-admin/firestore'),
    import('google-auth-library'),
    import('@grpc/grpc-js'),
  ]);
  const { credentials, logVerbosity, Metadata, setLogVerbosity } = grpc;
  // gRPC would log each attempt that a proxy refuses. The user sees the obstacle once
  // instead (`find-obstacle.ts`).
  setLogVerbosity(logVerbosity.NONE);
  const monitor = createChannelMonitor(grpc);
  const bearer = credentials.createFromMetadataGenerator((_call, done) => {
    token().then(
      (value) => {
        const metadata = new Metadata();
        metadata.set('authorization', `Bearer ${value}`);
        done(null, metadata);
      },
      (error: unknown) => done(error instanceof Error ? error : new Error(String(error))),
    );
  });
  const authorities = config.caFile === undefined ? trusted() : await readFile(config.caFile);
  const settings: Settings = {
    projectId: config.projectId,
    ...(config.host === undefined ? {} : { host: config.host }),
    useBigInt: true,
    // firebase-admin is made for servers, whose credentials bypass all security rules. Here each user has only
    // their own rights, so their ID token has to be in every call. The SDK has no setting for that, but passes
    // these two on to gRPC and to its authentication. With `sslCreds` the channel itself requests a token for
    // each call, each stream and each retry.
    sslCreds: credentials.combineChannelCredentials(credentials.createSsl(authorities), bearer),
    // With `authClient` the SDK does not look for credentials of the machine. It is never asked for a token.
    // If a version no longer passes one of them on, "each kind of call carries the user's own token" fails in
    // `tests/cloud/firestore-remote.test.ts`.
    authClient: new OAuth2Client(),
    // Only keepalive detects a connection that was cut without notice (S9).
    grpcOptions: {
      'grpc.keepalive_time_ms': 10_000,
      'grpc.keepalive_timeout_ms': 5_000,
      'grpc.keepalive_permit_without_calls': 1,
      'grpc.max_reconnect_backoff_ms': RECONNECT_MS,
      'grpc.channelFactoryOverride': monitor.openChannel,
    },
  };
  return { database: new sdk.Firestore(settings), sdk, monitor, route, authorities };
}

/** The SDK passes unknown settings on to gRPC. */
interface Settings extends Sdk.Settings {
  readonly sslCreds: ChannelCredentials;
  readonly grpcOptions: Readonly<Record<string, number | ChannelMonitor['openChannel']>>;
}
