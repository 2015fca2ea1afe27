import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Check } from '../check.ts';
import { filesIn } from '../source-files.ts';

const SET = 'kernel/web/menus/icons.ts';

/** Matches an entry of the list of icons: a name and its component. */
const ENTRY = /^ {2}'?([a-z\d-]+)'?: [A-Z]\w*,$/gm;

/** Matches an icon name in a definition, with the text around it in the same braces. */
const USED = /\{[^{}]*\bicon: '([a-z\d-]+)'[^{}]*\}|\bicon: '([a-z\d-]+)'/g;

/**
 * Matches properties that only buttons for published clients have. Their icons are those of the clients, so they are
 * not checked.
 */
const OF_OTHERS = /\b(?:alias|place):/;

/** Refuses icon names that are not in the list: they would be shown as a plain sheet, without an error. */
export const iconNames: Check = {
  name: 'every icon is in the set',
  selfTest: {
    files: {
      [SET]: "export const icons = {\n  rose: Rose,\n  'red-rose': RedRose,\n};\n",
      'business/garden/rose.paper.ts':
        "menu: { group: 'garden', icon: 'rose', sort: 1 },\n  icon: 'red-rose',\n  links: [{ icon: 'thorn', to: (row) => `/${row}` }],\n",
      'business/garden/bed.paper.ts':
        "familyPage: { buttons: { bed_dig: { action: 'edit', alias: 'dig', icon: 'spade', place: 1 } } },\n  act: {\n    icon: 'tulip',\n    label: { zh: 'x' },\n  },\n",
      'business/garden/garden.test.ts': "icon: 'weed'\n",
    },
    reported: [/rose\.paper\.ts: the icon thorn/, /bed\.paper\.ts: the icon tulip/],
  },
  look(tree) {
    const place = join(tree, SET);
    const set = new Set(
      [...(existsSync(place) ? readFileSync(place, 'utf8') : '').matchAll(ENTRY)].map(([, name]) => name),
    );
    const files = filesIn(tree, ['business', 'kernel', 'web'], /\.tsx?$/).filter((path) => !/\.test\.tsx?$/.test(path));
    const problems = files.flatMap((path) =>
      [...readFileSync(join(tree, path), 'utf8').matchAll(USED)]
        .filter(([around]) => !OF_OTHERS.test(around))
        .map(([, within, alone]) => within ?? alone)
        .filter((name) => !set.has(name))
        .map((name) => `${path}: the icon ${name} is not in ${SET}.`),
    );
    return Promise.resolve({ files: files.length, problems, note: `${set.size} icons` });
  },
};
