/** From a visitor to a home full of notes. */
import { photograph } from '../photograph.ts';
import { FIRST_RUN } from '../scenes/first-run.ts';
import { HOME } from '../scenes/home.ts';
import { MARKS } from '../scenes/marks.ts';

photograph('home', [...FIRST_RUN, ...HOME, ...MARKS]);
