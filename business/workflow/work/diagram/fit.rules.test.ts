import { expect, test } from 'vitest';
import { fitAll, fitNode } from './fit.rules.ts';

const room = { width: 400, height: 300 };

test('a whole diagram is visible, above the logo', () => {
  const content = { x: 100, y: 50, width: 800, height: 500 };
  const view = fitAll(content, room);
  const scale = room.width / view.width;
  expect(room.height / view.height).toBeCloseTo(scale);
  expect((content.y + content.height - view.y) * scale).toBeLessThanOrEqual(room.height - 40);
  expect((content.x - view.x) * scale).toBeGreaterThanOrEqual(0);
  expect((content.x + content.width - view.x) * scale).toBeLessThanOrEqual(room.width);
});

test('no part of a diagram is under the tools at the left', () => {
  const content = { x: 100, y: 50, width: 800, height: 100 };
  const view = fitAll(content, room, 120);
  const scale = room.width / view.width;
  expect((content.x - view.x) * scale).toBeGreaterThanOrEqual(120);
  expect((content.x + content.width - view.x) * scale).toBeLessThanOrEqual(room.width);
});

test('a small diagram is not enlarged, and a node is centred', () => {
  const small = { x: 0, y: 0, width: 10, height: 10 };
  expect(room.width / fitAll(small, room).width).toBeCloseTo(1.4);
  const view = fitNode({ x: 500, y: 200, width: 100, height: 80 }, room);
  expect(view.x + view.width / 2).toBe(550);
});
