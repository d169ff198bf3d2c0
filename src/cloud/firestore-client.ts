/**
 * Opens Firestore with the user's own ID token. firebase-admin is loaded here and only when it is needed: it costs
 * hundreds of milliseconds that the first paint must not pay.
 */
import { readFile } from 'node:fs/promises';
import type { ChannelCredentials } from '@grpc/grpc-js';
import type * as Sdk from 'firebase-admin/firestore';
import type { CloudConfig } from '#shared/cloud-service.ts';
import { createLine, type Line } from './line.ts';

/** Gives the bearer for the next call; asked for each RPC and each retry. */
export type TokenSource = () => Promise<string>;

export interface FirestoreClient {
  readonly database: Sdk.Firestore;
  readonly sdk: typeof Sdk;
  readonly line: Line;
}

export async function openFirestore(config: CloudConfig, token: TokenSource): Promise<FirestoreClient> {
  // With this variable set the SDK would send "Bearer owner" in place of the user's token.
  delete process.env['FIRESTORE_EMULATOR_HOST'];
  const [sdk, { OAuth2Client }, grpc] = await Promise.all([
    import('firebase-admin/firestore'),
    import('google-auth-library'),
    import('@grpc/grpc-js'),
  ]);
  const { credentials, Metadata } = grpc;
  const line = createLine(grpc);
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
  const authority = config.caFile === undefined ? null : await readFile(config.caFile);
  const settings: Settings = {
    projectId: config.projectId,
    ...(config.host === undefined ? {} : { host: config.host }),
    useBigInt: true,
    sslCreds: credentials.combineChannelCredentials(credentials.createSsl(authority), bearer),
    // Never asked, as the channel carries the token; without one the SDK looks for the machine's own account.
    authClient: new OAuth2Client(),
    // A connection that was dropped without a word is found by these alone (S9).
    grpcOptions: {
      'grpc.keepalive_time_ms': 10_000,
      'grpc.keepalive_timeout_ms': 5_000,
      'grpc.keepalive_permit_without_calls': 1,
      // While the cloud cannot be reached nothing is sent but attempts to connect, one every 2 s.
      'grpc.max_reconnect_backoff_ms': 2_000,
      'grpc.channelFactoryOverride': line.openChannel,
    },
  };
  return { database: new sdk.Firestore(settings), sdk, line };
}

/** The SDK hands what it does not know itself on to gRPC. */
interface Settings extends Sdk.Settings {
  readonly sslCreds: ChannelCredentials;
  readonly grpcOptions: Readonly<Record<string, number | Line['openChannel']>>;
}
