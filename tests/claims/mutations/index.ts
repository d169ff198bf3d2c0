/** The mutations of all claims, by the sections of docs/security-claims.md. */
import type { Mutation } from '../mutation.ts';
import { OF_CHECKLIST } from './checklist.ts';
import { OF_CLOUD } from './cloud.ts';
import { OF_CONTENT } from './content.ts';
import { OF_DISK } from './disk.ts';
import { OF_LINKS } from './links.ts';
import { OF_LOG } from './log.ts';
import { OF_PACKAGES } from './packages.ts';
import { OF_SIGN_IN } from './sign-in.ts';
import { OF_TOKENS } from './tokens.ts';
import { OF_UPDATES } from './updates.ts';

export const MUTATIONS: readonly Mutation[] = [
  ...OF_DISK,
  ...OF_TOKENS,
  ...OF_LOG,
  ...OF_SIGN_IN,
  ...OF_CLOUD,
  ...OF_LINKS,
  ...OF_CONTENT,
  ...OF_PACKAGES,
  ...OF_CHECKLIST,
  ...OF_UPDATES,
];
