/** The configuration's shape: which Firebase project and Google client this build talks to (see README). */
import * as v from 'valibot';

const text = v.pipe(v.string('must be a text'), v.nonEmpty('must not be empty'));
const address = v.pipe(text, v.url('must be an address such as https://example.org'));

export const configSchema = v.strictObject({
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
