/** The files that a package may have, each with the reason. No other file may be in it. */
import { readFileSync } from 'node:fs';
import { at } from '#tools/commands/lib/paths.mjs';

export interface Rule {
  readonly files: RegExp;
  readonly reason: string;
}

/** @param binary name of the native binary of this system and processor */
export function allowedFiles(binary: string): readonly Rule[] {
  return [
    { files: /^package\.json$/, reason: 'Electron reads name, version and main script from it' },
    { files: /^out\/main\/[\w-]+\.js$/, reason: 'the main process and its threads' },
    {
      files: /^out\/main\/chunks\/[\w-]+\.js$/,
      reason: 'what the main process loads late or shares with a thread',
    },
    { files: /^out\/preload\/index\.cjs$/, reason: 'the bridge' },
    { files: /^out\/renderer\/(index|quick-note)\.html$/, reason: 'the pages' },
    { files: /^out\/renderer\/assets\/[\w.-]+\.(js|css|woff2)$/, reason: 'their code, styles and fonts' },
    { files: /^resources\/icons\/256x256\.png$/, reason: 'the windows’ icon on Linux' },
    { files: /^resources\/tray\/[\w@.-]+\.png$/, reason: 'the tray’s icons' },
    {
      files: new RegExp(`^node_modules/better-sqlite3/prebuilds/${binary}\\.node$`),
      reason: 'SQLite for this system and no other',
    },
    { files: /^node_modules\/.+\.(js|cjs|mjs)$/, reason: 'code of dependencies' },
    { files: /^node_modules\/.+\/package\.json$/, reason: 'by it Node finds their entries' },
    {
      files:
        /^node_modules\/(google-gax|@google-cloud\/firestore(-api)?|@grpc\/grpc-js|protobufjs|google-auth-library)\/.+\.(json|proto)$/,
      reason: 'the protocols of Google’s services, loaded by path',
    },
    {
      files: /^node_modules\/(yargs|semver|jsonwebtoken|ms|bignumber\.js)\/.+\.json$/,
      reason: 'data of dependencies',
    },
    { files: /^node_modules\/.+\/licen[cs]e[\w.-]*$/i, reason: 'their licences ask to come along' },
  ];
}

/** Packages of the lock file that are left out on purpose. */
const LEFT_OUT: Readonly<Record<string, string>> = {
  'node-addon-api': 'headers for compiling better-sqlite3',
  'undici-types': 'types',
};

interface Locked {
  readonly dev?: boolean;
  readonly optional?: boolean;
  readonly devOptional?: boolean;
}

/** Names of the packages that the app needs at run time, by the lock file; those in `mayMiss` are optional. */
export function runtimePackages(): {
  readonly needed: readonly string[];
  readonly mayMiss: readonly string[];
} {
  const lock = JSON.parse(readFileSync(at('package-lock.json'), 'utf8')) as {
    readonly packages: Readonly<Record<string, Locked>>;
  };
  const found = Object.entries(lock.packages).flatMap(([place, { dev, optional, devOptional }]) => {
    const name = packageOf(place);
    const out = name === null || dev === true || name in LEFT_OUT || name.startsWith('@types/');
    return out ? [] : [{ name, optional: optional === true || devOptional === true }];
  });
  const names = (optional: boolean) =>
    [...new Set(found.filter((one) => one.optional === optional).map(({ name }) => name))].toSorted();
  return { needed: names(false), mayMiss: names(true) };
}

/** The package that a file of `node_modules` belongs to; null for other files. */
export function packageOf(file: string): string | null {
  return /(?:^|.*\/)node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file)?.[1] ?? null;
}
