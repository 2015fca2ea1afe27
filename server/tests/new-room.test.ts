import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { menuPlan } from '#business/system/seed/menu-plan.server.ts';
import { type Room, inOrderOfMenu, topMenusOf } from '#kernel/language/room.ts';
import { definitionsOf, roomModules } from '../../tools/web-build/room-modules.ts';
import { assembleRooms } from '../assembly.ts';
import { patchesIn } from '../patches.ts';
import { partsOfRooms, productTree } from '../rooms.ts';

const garden: Readonly<Record<string, string>> = {
  'room.ts': `
import { rose } from './rose.paper.ts';
export default {
  name: 'garden', title: ['花园', 'Garden'], needs: ['customers'], load: 'later',
  topMenu: { code: 'garden', label: ['花园', 'Garden'], icon: 'flower', sort: 9 },
  papers: [rose], dictionaries: [], groups: [{ code: 'beds', label: ['花坛', 'Beds'], icon: 'flower', sort: 300 }],
  roles: [{ alias: 'gardener', label: ['园丁', 'Gardener'], scope: 'all' }],
};`,
  'rose.paper.ts': `
import { ref } from '#kernel/fields/ref/ref.ts';
import { text } from '#kernel/fields/text/text.ts';
import { paper } from '#kernel/language/paper.ts';
export const rose = paper('rose', {
  title: ['玫瑰', 'Rose'], table: 'gardenrose', path: 'blade-garden/webApi/rose', caption: 'title', search: ['title'],
  rights: { read: ['gardener'], write: ['gardener'], remove: [] },
  menu: { group: 'beds', icon: 'flower', path: '/garden/rose', sort: 10 },
  fields: { title: text(['名称', 'Name'], { required: true, list: true }), customerId: ref(['客户', 'Customer'], 'customer') },
});`,
  'room.server.ts': `
import { rose } from './rose.paper.ts';
export default {
  behaviours: [{ of: rose }], locks: ['customer', { paper: 'rose', under: ['customerId'] }, 'technician'],
  invariants: [{ code: 'G1', paper: 'rose', title: ['有刺', 'It has thorns'], sql: 'select null::bigint as id, null as words where false' }],
};`,
  'testing/fixtures.ts': `export default { async rose() { return { title: 'red' }; } };`,
  'room.seed.ts': `export default { async after() {} };`,
  'patches/0001-water.ts': `export default { covers: [], async apply() {} };`,
};

/** Create a tree with the additional room `garden`; everything else is linked to the product. */
function plantedTree(): string {
  const tree = mkdtempSync(join(tmpdir(), 'anju-garden-'));
  cpSync(join(productTree, 'package.json'), join(tree, 'package.json'));
  for (const name of ['kernel', 'node_modules']) symlinkSync(join(productTree, name), join(tree, name));
  mkdirSync(join(tree, 'business'));
  for (const room of readdirSync(join(productTree, 'business')))
    symlinkSync(join(productTree, 'business', room), join(tree, 'business', room));
  for (const [path, text] of Object.entries(garden)) {
    const file = join(tree, 'business', 'garden', path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  return tree;
}

const tree = plantedTree();
afterAll(() => rmSync(tree, { recursive: true, force: true }));
const assembled = await assembleRooms(tree);

test('a new room is one folder: its table, behaviour, invariants and locks are found', () => {
  expect(assembled.rooms.at(-1)?.name).toBe('garden');
  expect(assembled.tables.find((table) => table.name === 'gardenrose')?.columns.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['tenant_id', 'title', 'customer_id']),
  );
  expect(assembled.behaviours.get('rose')?.of).toBe(assembled.papers.get('rose'));
  expect(assembled.invariants.map(({ code }) => code)).toContain('G1');
  const locks = assembled.lockOrder.map((place) => ('paper' in place ? place.paper : place.named));
  expect(locks.indexOf('rose')).toBeGreaterThan(locks.indexOf('customer'));
  expect(locks.indexOf('rose')).toBeLessThan(locks.indexOf('technician'));
});

test('its menu, buttons and tab of the top bar appear for its role', () => {
  const plans = menuPlan(assembled.rooms);
  expect(plans.find(({ code }) => code === 'gardenrose')).toMatchObject({ parent: 'beds', roles: ['gardener'] });
  expect(plans.filter(({ parent }) => parent === 'gardenrose').map(({ code }) => code)).toEqual([
    'gardenrose_view',
    'gardenrose_add',
    'gardenrose_edit',
  ]);
  expect(topMenusOf(assembled.rooms).at(-1)).toMatchObject({ code: 'garden', sort: 9, groups: ['beds'] });
});

test('its fixtures, its seed and its patches are found', async () => {
  expect(Object.keys((await partsOfRooms<object>(tree, 'testing/fixtures.ts')).get('garden') ?? {})).toEqual(['rose']);
  expect((await partsOfRooms(tree, 'room.seed.ts')).has('garden')).toBe(true);
  expect((await patchesIn(tree)).map(({ name }) => name)).toContain('garden/0001-water');
});

test('the web client loads it when its room says so', () => {
  const { load } = roomModules(tree, assembled.rooms) as { load(id: string): string };
  const source = load('\0virtual:rooms');
  expect(source).toContain(`import(${JSON.stringify(join(tree, 'business/garden/room.ts'))})`);
  expect(new RegExp(definitionsOf(assembled.rooms, 'later') ?? '').test('/x/business/garden/rose.paper.ts')).toBe(true);
  expect(new RegExp(definitionsOf(assembled.rooms, 'frame') ?? '').test('/x/business/garden/rose.paper.ts')).toBe(
    false,
  );
});

test('a patch that moved to another room is known by its stored name', async () => {
  const names = (await patchesIn(productTree)).map(({ name }) => name);
  expect(names).toEqual(
    expect.arrayContaining([
      'maintenance/0001-other-fees-are-lines',
      'maintenance/0002-the-answer-to-an-escalated-urge-has-a-name',
      'maintenance/0003-customers-have-no-login',
    ]),
  );
  expect(names.filter((name) => /^(completion|intake|customers)\/000[123]-/.test(name))).toEqual([]);
});

const room = (name: string, needs: readonly string[]): Room => ({
  name,
  title: [name, name],
  needs,
  load: 'frame',
  topMenu: { code: name, label: [name, name], icon: '', sort: 1 },
  papers: [],
  dictionaries: [],
  groups: [],
});

test('rooms with circular or missing needs prevent the start', () => {
  expect(inOrderOfMenu([room('a', ['b']), room('b', [])]).map(({ name }) => name)).toEqual(['b', 'a']);
  expect(() => inOrderOfMenu([room('a', ['b']), room('b', ['a'])])).toThrow('a → b → a');
  expect(() => inOrderOfMenu([room('a', ['c'])])).toThrow('needs c');
});
