import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { definitionOf, listedIn, newPaperPlace } from './new-paper.ts';

test('a new paper is one definition and one line in its room', () => {
  const place = newPaperPlace('maintenance/care/service-card');
  expect(place).toEqual({
    room: 'maintenance',
    path: 'care/service-card.paper.ts',
    name: 'serviceCard',
    words: 'Service card',
  });
  expect(definitionOf(place)).toContain(`export const serviceCard = paper('serviceCard', {`);
  const before = readFileSync('business/masterdata/room.ts', 'utf8');
  const after = listedIn(before, place);
  expect(after.split('\n')).toHaveLength(before.split('\n').length + 1);
  expect(after).toMatch(/^import \{ serviceCard \} from '\.\/care\/service-card\.paper\.ts';\nimport .*customers\//m);
  expect(after).toMatch(/papers: \[[^\]]*, serviceCard,\n {2}\]/);
});

test('the first paper of a room is listed too', () => {
  const room = `import type { Room } from '#kernel/language/room.ts';\n\nexport const garden: Room = { papers: [] };\n`;
  expect(listedIn(room, newPaperPlace('garden/roses/rose'))).toBe(
    `import type { Room } from '#kernel/language/room.ts';\nimport { rose } from './roses/rose.paper.ts';\n\nexport const garden: Room = { papers: [rose] };\n`,
  );
});

test.each(['maintenance', 'maintenance/Care/card', 'a/b/c/d', '../x/y'])('%s is no place for a paper', (given) => {
  expect(() => newPaperPlace(given)).toThrow(/Usage/);
});
