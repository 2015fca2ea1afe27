import { expect, test } from 'vitest';
import { Executed, mannerOf, readCommand } from './obedience.rules.ts';
import { Random } from './random.rules.ts';

test('a command is executed once, and a repeat is answered as done before', () => {
  const executed = new Executed();
  expect([executed.take('1'), executed.take('2'), executed.take('1')]).toEqual([200, 200, 410]);
  expect(executed.counts).toEqual({ commands: 2, twice: 0 });
});

test('of many commands about one in a hundred is not answered, one is late, and few are answered twice', () => {
  const random = new Random(3);
  const manners = Array.from({ length: 20_000 }, () => mannerOf(random));
  const share = (holds: (manner: (typeof manners)[number]) => boolean): number =>
    manners.filter(holds).length / manners.length;
  expect(share(({ delayMs }) => delayMs === null)).toBeCloseTo(0.01, 2);
  expect(share(({ delayMs }) => delayMs !== null && delayMs > 3000)).toBeCloseTo(0.01, 2);
  expect(share(({ isTwice }) => isTwice)).toBeCloseTo(0.005, 2);
});

test('only commands are obeyed', () => {
  expect(readCommand('property/set', '{"id":"7","params":{"a":1}}')).toEqual({ id: '7', params: { a: 1 } });
  expect(readCommand('sub/service/reboot', '{"id":"8","dev":"x"}')).toEqual({
    id: '8',
    dev: 'x',
    service: 'reboot',
  });
  for (const [tail, payload] of [
    ['time', '{"t1":1}'],
    ['property/set', '{'],
    ['property/set', '{"params":{}}'],
  ])
    expect(readCommand(tail, payload)).toBeNull();
});
