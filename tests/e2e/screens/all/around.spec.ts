/** Screens around the notes: the settings, the app's other dialogs, and problems with the cloud. */
import { furnish } from '../acts.ts';
import { photograph } from '../photograph.ts';
import { APP } from '../scenes/app.ts';
import { SETTINGS } from '../scenes/settings.ts';
import { TROUBLES } from '../scenes/troubles.ts';

photograph('around', [...SETTINGS, ...APP, ...TROUBLES], furnish);
