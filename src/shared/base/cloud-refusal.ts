/**
 * Why the cloud refuses an account as a whole, although the connection works. Only the owner of the project can
 * change that.
 */
export type CloudRefusalCause = keyof typeof CLOUD_REFUSAL_WORDS;

/** A gRPC status with its cause. */
export interface CloudRefusal {
  readonly cause: CloudRefusalCause;
  readonly status: number;
}

/** The cause in plain words. */
export const CLOUD_REFUSAL_WORDS = {
  'index-missing': 'Its database lacks the index that lists your notes.',
  'quota-spent': 'Today’s free quota is used up. It renews tomorrow.',
  'api-off': 'Firestore is not turned on in its project.',
  'database-missing': 'Its project has no database yet.',
  'access-denied': 'Its rules do not let this account read notes.',
} as const;

/** What the owner of the project can do, as a place in docs/setup.md. */
export const CLOUD_REFUSAL_REMEDIES: Readonly<Record<CloudRefusalCause, string>> = {
  'index-missing': 'The project’s owner has to deploy the index: docs/setup.md, step 4.',
  'quota-spent': 'The project’s owner can raise it: docs/setup.md, “What reading costs”.',
  'api-off': 'The project’s owner has to create the database: docs/setup.md, step 3.',
  'database-missing': 'The project’s owner has to create the database: docs/setup.md, step 3.',
  'access-denied': 'The project’s owner has to deploy the rules: docs/setup.md, step 4.',
};
