/** Actions on notes: typing, archiving, deleting. */
import { furnish } from '../acts.ts';
import { photograph } from '../photograph.ts';
import { BOXES } from '../scenes/boxes.ts';
import { LISTS } from '../scenes/lists.ts';
import { TYPING } from '../scenes/typing.ts';

photograph('writing', [...TYPING, ...BOXES, ...LISTS], furnish);
