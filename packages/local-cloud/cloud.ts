/**
 * The local cloud: one process that stands in for Google on this machine, for tests and for trying out the
 * app. `startCloud` runs it inside of a test; `main.ts` is the command.
 */
import { ControlApi } from './control-api.ts';
import { Controls } from './controls.ts';
import { Faults } from './faults/faults.ts';
import { TcpFront } from './faults/tcp-front.ts';
import { Documents } from './firestore/documents.ts';
import { databaseName } from './firestore/names.ts';
import { FirestoreService } from './firestore/service.ts';
import { HttpServer } from './http/http-server.ts';
import { Accounts } from './identity/accounts.ts';
import { IdTokens } from './identity/id-tokens.ts';
import { IdentityApi } from './identity/identity-api.ts';
import { IssuedSecrets } from './identity/issued-secrets.ts';
import { Google, OAUTH_PATHS } from './oauth/google.ts';
import { SignInPlan } from './oauth/sign-in-plan.ts';
import { readPorts, writePorts } from './ports.ts';
import { RequestLog } from './request-log.ts';
import { IDENTITY_BASES, makeRouter } from './routes.ts';
import { Rules, RULES_FILE } from './rules/rules.ts';
import { DataFolder } from './storage/data-folder.ts';
import { writeFileWhole } from './storage/files.ts';
import { loadKeys } from './storage/keys.ts';
import { loadTls } from './tls.ts';

const PROJECT_ID = 'inkling-local';
const API_KEY = 'local-api-key';
const CLIENT = {
  clientId: 'inkling-local.apps.googleusercontent.com',
  clientSecret: 'local-client-secret',
} as const;

export interface CloudOptions {
  /** HTTP port. By default that of the folder's last run if it is free, or any free one. */
  readonly port?: number | undefined;
  /** Data folder. By default a temporary one that is removed at the end. */
  readonly dataFolder?: string | undefined;
  /** The security rules; by default those of the project. */
  readonly rulesFile?: string;
}

/** The configuration of an app that uses this cloud, as `INKLING_CONFIG` names it. */
export interface CloudConfig {
  readonly firebase: { readonly apiKey: string; readonly projectId: string };
  readonly google: { readonly clientId: string; readonly clientSecret: string };
  readonly endpoints: {
    readonly authorize: string;
    readonly token: string;
    readonly certs: string;
    readonly issuer: string;
    readonly identityToolkit: string;
    readonly secureToken: string;
    /** `localhost:PORT` */
    readonly firestore: string;
    /** The certificate authority of the Firestore port, PEM. */
    readonly caFile: string;
  };
}

export interface Cloud {
  readonly config: CloudConfig;
  /** Path of a file with the configuration as JSON. */
  readonly configPath: string;
  /** Base address of the control endpoint, of sign-in and of the identity calls. */
  readonly httpUrl: string;
  readonly controlUrl: string;
  /** `localhost:PORT` of the Firestore port. */
  readonly firestoreHost: string;
  readonly caFile: string;
  readonly dataFolder: string;
  /** The file to which a half-written record of an earlier run was moved; null if there was none. */
  readonly torn: string | null;
  readonly controls: Controls;
  close(): Promise<void>;
}

/**
 * @throws DataFolderError if the folder cannot be used
 * @throws RulesError if the rules cannot be read
 * @throws Error EADDRINUSE if `port` is taken
 */
export async function startCloud(options: CloudOptions = {}): Promise<Cloud> {
  const rules = Rules.read(options.rulesFile ?? RULES_FILE);
  const folder = new DataFolder(options.dataFolder ?? null);
  const faults = new Faults();
  const http = new HttpServer(faults);
  const cleanups: (() => Promise<void> | void)[] = [
    () => {
      folder.close();
    },
  ];
  const close = async (): Promise<void> => {
    for (const cleanup of cleanups.splice(0).toReversed()) await cleanup();
  };
  try {
    const ports = readPorts(folder);
    const httpPort = await listenOn(http, options.port, ports.http);
    cleanups.push(async () => http.close());
    const [keys, tls] = await Promise.all([
      loadKeys(folder.file('keys.json')),
      loadTls(folder.file('tls.json')),
    ]);
    const { state } = folder;
    const documents = new Documents(state.documents.values(), state.lastTime, ({ time, changes }) => {
      folder.append({
        type: 'commit',
        time,
        put: changes.flatMap(({ after }) => (after === null ? [] : [after])),
        remove: changes.filter(({ after }) => after === null).map(({ name }) => name),
      });
    });
    const accounts = new Accounts(state, (record) => {
      folder.append(record);
    });
    const idTokens = new IdTokens(PROJECT_ID, keys.firebase, accounts);
    const requests = new RequestLog();
    const plan = new SignInPlan();
    const secrets = new IssuedSecrets();
    const database = databaseName(PROJECT_ID);
    const service = new FirestoreService({
      database,
      documents,
      tls,
      faults,
      requests,
      rules,
      authenticate: async (token) => idTokens.verify(token),
      checkOrder: () => controls.checkOrder,
    });
    const controls = new Controls({
      database,
      documents,
      service,
      faults,
      requests,
      accounts,
      idTokens,
      plan,
      secrets,
    });
    const front = new TcpFront(await service.listen(), ports.firestore);
    cleanups.push(() => {
      service.close();
    });
    await front.start();
    faults.attach({ front, endStreams: (error) => service.endStreams(error) });
    cleanups.push(async () => {
      faults.close();
      await front.close();
    });

    const httpUrl = `http://127.0.0.1:${httpPort}`;
    const google = new Google({
      ...CLIENT,
      issuer: httpUrl,
      key: keys.google,
      cookieSecret: keys.cookieSecret,
      accounts,
      plan,
      secrets,
    });
    const identity = new IdentityApi({
      apiKey: API_KEY,
      accounts,
      idTokens,
      google: { issuer: httpUrl, clientId: CLIENT.clientId, key: keys.google },
    });
    http.route(
      makeRouter({
        google,
        identity,
        control: new ControlApi(controls),
        accounts,
        plan,
        requests,
        secrets,
        keys,
      }),
    );

    const caFile = folder.file('ca.pem');
    writeFileWhole(caFile, tls.cert);
    const firestoreHost = `localhost:${front.port}`;
    const config = configOf(httpUrl, firestoreHost, caFile);
    const configPath = folder.file('config.json');
    writeFileWhole(configPath, `${JSON.stringify(config, null, 2)}\n`);
    writePorts(folder, { http: httpPort, firestore: front.port });
    const { path: dataFolder, torn } = folder;
    return {
      config,
      configPath,
      httpUrl,
      controlUrl: httpUrl,
      firestoreHost,
      caFile,
      dataFolder,
      torn,
      controls,
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** A requested port must be free. The port of the last run is used only if it is free. */
async function listenOn(http: HttpServer, wantedPort: number | undefined, last: number): Promise<number> {
  if (wantedPort !== undefined) return http.listen(wantedPort);
  try {
    return await http.listen(last);
  } catch (error) {
    if (last === 0) throw error;
    return http.listen(0);
  }
}

function configOf(httpUrl: string, firestore: string, caFile: string): CloudConfig {
  return {
    firebase: { apiKey: API_KEY, projectId: PROJECT_ID },
    google: CLIENT,
    endpoints: {
      authorize: `${httpUrl}${OAUTH_PATHS.authorize}`,
      token: `${httpUrl}${OAUTH_PATHS.token}`,
      certs: `${httpUrl}${OAUTH_PATHS.pemCerts}`,
      issuer: httpUrl,
      identityToolkit: `${httpUrl}${IDENTITY_BASES.identityToolkit}`,
      secureToken: `${httpUrl}${IDENTITY_BASES.secureToken}`,
      firestore,
      caFile,
    },
  };
}
