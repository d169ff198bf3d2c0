/**
 * Opens Firestore with the user's own ID token. firebase-admin is loaded here and only when it is needed: it costs
 * hundreds of milliseconds that the first paint must not pay.
 */
import type * as Sdk from 'firebase-admin/firestore';

export interface FirestoreConfig {
  readonly projectId: string;
  /** `host:port` of a server that stands for Google's, over TLS. */
  readonly host?: string | undefined;
  /** File of the certificate authority that such a server's certificate is from. */
  readonly caFile?: string | undefined;
}

/** Gives the bearer for the next call; asked for each RPC and each retry. */
export type TokenSource = () => Promise<string>;

export interface FirestoreClient {
  readonly database: Sdk.Firestore;
  readonly sdk: typeof Sdk;
}

export async function openFirestore(config: FirestoreConfig, token: TokenSource): Promise<FirestoreClient> {
  // With this variable set the SDK would send "Bearer owner" in place of the user's token.
  delete process.env['FIRESTORE_EMULATOR_HOST'];
  // gRPC reads this once, when it is loaded.
  if (config.caFile !== undefined) process.env['GRPC_DEFAULT_SSL_ROOTS_FILE_PATH'] = config.caFile;
  const [sdk, { OAuth2Client }] = await Promise.all([
    import('firebase-admin/firestore'),
    import('google-auth-library'),
  ]);

  class UserTokenClient extends OAuth2Client {
    override async getRequestHeaders(): Promise<Headers> {
      return new Headers({ authorization: `Bearer ${await token()}` });
    }
  }

  const settings: Sdk.Settings & { grpcOptions: Record<string, number> } = {
    projectId: config.projectId,
    authClient: new UserTokenClient(),
    useBigInt: true,
    ...(config.host === undefined ? {} : { host: config.host }),
    // A connection that was dropped without a word is found by these alone (S9).
    grpcOptions: {
      'grpc.keepalive_time_ms': 10_000,
      'grpc.keepalive_timeout_ms': 5_000,
      'grpc.keepalive_permit_without_calls': 1,
    },
  };
  return { database: new sdk.Firestore(settings), sdk };
}
