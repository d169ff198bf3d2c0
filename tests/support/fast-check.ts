/**
 * fast-check whose properties try the same cases in each run, so that a failing run says something about the
 * last change, and fails again. `INKLING_PROPERTY_SEED=<integer>` tries others.
 */
import { configureGlobal, readConfigureGlobal } from 'fast-check';

configureGlobal({ ...readConfigureGlobal(), seed: Number(process.env['INKLING_PROPERTY_SEED'] ?? 1) });

export * from 'fast-check';
