/**
 * The schema's history, oldest first: migration N brings a database from `user_version` N-1 to N. A migration
 * that has been released is never changed.
 */
import { firstSchema } from './001-first-schema.ts';

export const MIGRATIONS: readonly string[] = [firstSchema];
