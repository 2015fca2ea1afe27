import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { definitionOf, groupIn, listedIn, namedIn, newPaperPlace, readmeOf, roomDefinitionOf } from './new-paper.ts';

test('a new paper is one definition and one line in its room', () => {
  const place = newPaperPlace('intake/care/service-card', '服务卡');
  expect(place).toEqual({
    room: 'intake',
    path: 'care/service-card.paper.ts',
    name: 'serviceCard',
    title: ['服务卡', 'Service card'],
  });
  const before = readFileSync('business/intake/room.ts', 'utf8');
  const definition = definitionOf(place, groupIn(before, [], place));
  expect(definition).toContain(
    `export const serviceCard = paper('serviceCard', {\n  title: ['服务卡', 'Service card'],`,
  );
  expect(definition).toContain(`menu: { group: 'intake', icon: 'file-text', path: '/intake/servicecard', sort: 900 },`);
  const after = listedIn(before, place);
  expect(after.split('\n')).toHaveLength(before.split('\n').length + 1);
  expect(after).toMatch(/^(import .*\n)+import \{ serviceCard \} from '\.\/care\/service-card\.paper\.ts';\nimport /);
  expect(after).toMatch(/papers: \[[^\]]*, serviceCard\]/);
});

test('the first paper of a room is listed too', () => {
  const room = `import type { Room } from '#kernel/language/room.ts';\n\nexport default { papers: [] } satisfies Room;\n`;
  expect(listedIn(room, newPaperPlace('garden/roses/rose', '玫瑰'))).toBe(
    `import type { Room } from '#kernel/language/room.ts';\nimport { rose } from './roses/rose.paper.ts';\n\nexport default { papers: [rose] } satisfies Room;\n`,
  );
});

test('a missing room is created with its first paper', () => {
  const place = newPaperPlace('rose-garden/roses/rose', '玫瑰', "Gardener's rose");
  expect(definitionOf(place, 'rose-garden')).toContain(`title: ['玫瑰', 'Gardener\\'s rose'],`);
  expect(listedIn(roomDefinitionOf(place), place)).toMatch(
    /^import type .*\nimport \{ rose \} from '\.\/roses\/rose\.paper\.ts';\n[^]*name: 'rose-garden',\n[^]*papers: \[rose\],/,
  );
});

test('a new room begins with a README that names its paper and the files to read', () => {
  const place = newPaperPlace('rose-garden/roses/rose', '玫瑰');
  const readme = readmeOf(place);
  expect(readme).toMatch(/^# 玫瑰 · Rose garden\n/);
  expect(readme).toContain('- **Papers**: `rose`.');
  expect(readme).toContain('- **Read first**: [room.ts](room.ts), [roses/rose.paper.ts](roses/rose.paper.ts), ');
  expect(namedIn(readme, newPaperPlace('rose-garden/roses/bud', '花苞'))).toContain('- **Papers**: `rose`, `bud`.');
});

test('the README of a room without papers names the first one', () => {
  const before = '- **Papers**: None. The screens use papers of other rooms.\n';
  expect(namedIn(before, newPaperPlace('mobile/tools/tool', '工具'))).toBe(
    '- **Papers**: `tool`. The screens use papers of other rooms.\n',
  );
});

test.each(['intake', 'intake/Care/card', 'a/b/c/d', '../x/y'])('%s is refused as a place of a paper', (given) => {
  expect(() => newPaperPlace(given, '单据')).toThrow(/Usage/);
});

test('in a room without a group a paper joins the others', () => {
  const place = newPaperPlace('scheduling/shifts/shift', '班次');
  expect(groupIn('groups: [],', ["menu: { group: 'dispatch', icon: 'x' }"], place)).toBe('dispatch');
});

test('a paper without a Chinese title is refused', () => {
  expect(() => newPaperPlace('intake/care/service-card', undefined)).toThrow(/Usage/);
});
