/**
 * A representative subset of the screens of `all/`: one of each kind, in light, dark and narrow windows.
 */
import { photograph } from './photograph.ts';
import type { Scene } from './scene.ts';
import { BOXES } from './scenes/boxes.ts';
import { FIRST_RUN } from './scenes/first-run.ts';
import { HOME } from './scenes/home.ts';
import { LISTS } from './scenes/lists.ts';
import { MARKS } from './scenes/marks.ts';
import { SETTINGS } from './scenes/settings.ts';
import { TYPING } from './scenes/typing.ts';
import { PLAIN } from './variants.ts';

const FEW: readonly (readonly [scenes: readonly Scene[], ...names: string[]])[] = [
  [FIRST_RUN, 'sign-up', 'notes loading', 'notes few', 'notes many'],
  [HOME, 'selection', 'search hits'],
  [MARKS, 'pinned and coloured notes'],
  [TYPING, 'creation box filled', 'edit dialog'],
  [BOXES, 'list in the sheet'],
  [LISTS, 'trash'],
  [SETTINGS, 'settings'],
];

function pick(scenes: readonly Scene[], name: string): Scene {
  const scene = scenes.find((one) => one.name === name);
  if (scene === undefined) throw new Error(`There is no scene "${name}".`);
  return { ...scene, variants: PLAIN };
}

photograph(
  'few',
  FEW.flatMap(([scenes, ...names]) => names.map((name) => pick(scenes, name))),
);
