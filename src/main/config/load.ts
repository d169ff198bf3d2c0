/**
 * Finds and checks the configuration, which names the Firebase project and Google client of this build (see
 * docs/setup.md): the file named by `INKLING_CONFIG`, or else `config.json` in the user-data folder, or else
 * the one baked in when the app was built. The first one counts; if it is broken, that is an error and not a
 * reason to look further.
 *
 * A packaged app with a baked-in configuration accepts no other one. Otherwise another program that can write
 * a file or set a variable could redirect the user's notes to its own project.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import * as v from 'valibot';
import { messageOf, systemCodeOf } from '#shared/base/error.ts';
import type { Reason } from '#shared/base/reasons.ts';
import { StartError } from '../base/start-error.ts';

const text = v.pipe(v.string('must be text'), v.nonEmpty('must not be empty'));
const address = v.pipe(text, v.url('must be an address such as https://example.org'));

const configSchema = v.strictObject({
  firebase: v.strictObject({ apiKey: text, projectId: text }),
  google: v.strictObject({ clientId: text, clientSecret: text }),
  endpoints: v.optional(
    v.strictObject({
      authorize: v.optional(address),
      token: v.optional(address),
      certs: v.optional(address),
      issuer: v.optional(address),
      identityToolkit: v.optional(address),
      secureToken: v.optional(address),
      firestore: v.optional(v.pipe(text, v.regex(/^[^:/\s]+:\d{1,5}$/, 'must be HOST:PORT'))),
      caFile: v.optional(text),
    }),
  ),
});

export type Config = v.InferOutput<typeof configSchema>;

export interface ConfigSources {
  /** Value of `INKLING_CONFIG`. */
  readonly named: string | undefined;
  readonly userData: string;
  /** JSON text from the build, or empty. */
  readonly baked: string;
  /** Packaged apps talk only to Google, whatever the configuration says. */
  readonly packaged: boolean;
}

/** @throws AppError `config-invalid`; the message names the file and the field. */
export function loadConfig(sources: ConfigSources): Config {
  const { source, json } = findConfig(sources);
  const config = parseConfig(json, source);
  if (!sources.packaged) return config;
  const { firebase, google } = config;
  return { firebase, google };
}

function findConfig({ named, userData, baked, packaged }: ConfigSources): { source: string; json: string } {
  const bakedIn = { source: 'built into this app', json: baked };
  if (packaged && baked !== '') return bakedIn;
  if (named !== undefined && named !== '') {
    const json = readIfThere(named);
    if (json !== null) return { source: named, json };
    throw configError(
      'config-unreadable',
      `The configuration ${named} cannot be read: there is no such file.`,
    );
  }
  const file = path.join(userData, 'config.json');
  const json = readIfThere(file);
  if (json !== null) return { source: file, json };
  if (baked !== '') return bakedIn;
  throw configError(
    'config-missing',
    `Inkling has no configuration: put one at ${file} or name a file in INKLING_CONFIG (docs/setup.md says what is in it).`,
  );
}

function readIfThere(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (systemCodeOf(error) === 'ENOENT') return null;
    throw configError('config-unreadable', `The configuration ${file} cannot be read: ${messageOf(error)}.`);
  }
}

function parseConfig(json: string, source: string): Config {
  let value: unknown;
  try {
    // Some editors write a byte order mark.
    value = JSON.parse(json.replace(/^\uFEFF/, ''));
  } catch (error) {
    throw configError(
      'config-no-json',
      `The configuration ${source} is not valid JSON: ${messageOf(error)}.`,
    );
  }
  const result = v.safeParse(configSchema, value);
  if (result.success) return result.output;
  const [issue] = result.issues;
  const field = v.getDotPath(issue) ?? 'the whole file';
  throw configError('config-wrong', `The configuration ${source} is wrong: ${field} ${explain(issue)}.`);
}

function explain(issue: v.InferIssue<typeof configSchema>): string {
  if (issue.type !== 'strict_object') return issue.message;
  if (issue.expected === 'never') return 'is not a known field';
  return issue.received === 'undefined' ? 'is missing' : 'must be an object';
}

function configError(reason: Reason, message: string): StartError {
  return new StartError('config-invalid', reason, message);
}
