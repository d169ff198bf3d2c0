/**
 * The schema's history, oldest first: migration N brings a database from `user_version` N-1 to N. A released
 * migration never changes.
 */
import { firstSchema } from './001-first-schema.ts';

export const MIGRATIONS: readonly string[] = [firstSchema];
