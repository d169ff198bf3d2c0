/**
 * fast-check whose properties try the same cases in each run: a run that fails says something of the change
 * before it, and fails again. `INKLING_PROPERTY_SEED=<integer>` tries others.
 */
import { configureGlobal, readConfigureGlobal } from 'fast-check';

configureGlobal({ ...readConfigureGlobal(), seed: Number(process.env['INKLING_PROPERTY_SEED'] ?? 1) });

export * from 'fast-check';
