import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Check } from '../check.ts';
import { filesIn } from '../source-files.ts';

const SET = 'kernel/web/menus/icons.ts';

/** A line of the set: the name, and what is drawn for it. */
const ENTRY = /^ {2}'?([a-z\d-]+)'?: [A-Z]\w*,$/gm;

/** An icon by its name in a definition, with what stands around it in the same braces. */
const USED = /\{[^{}]*\bicon: '([a-z\d-]+)'[^{}]*\}|\bicon: '([a-z\d-]+)'/g;

/** Buttons of published clients have icons of those clients. */
const OF_OTHERS = /\b(?:alias|place):/;

/** A name that is not in the set shows as a plain sheet of paper, and nobody is told. */
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
