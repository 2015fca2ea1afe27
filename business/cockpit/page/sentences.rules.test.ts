import { expect, test } from 'vitest';
import { type Compared, type FigurePart, largestChanges } from './sentences.rules.ts';

const whole = (num: number, den: number, beforeNum: number, beforeDen = den): Compared => ({
  num,
  den,
  before: { num: beforeNum, den: beforeDen },
});
const team = (key: string, of: Compared): FigurePart => ({ by: 'team', key, ...of });

test('what went wrong most comes first, with the team that moved it', () => {
  const changes = largestChanges(
    { backlog: whole(186, 0, 150), orders: whole(400, 0, 300), revenue: whole(1000, 0, 990) },
    {
      backlog: [team('south', whole(60, 0, 30)), team('east', whole(66, 0, 65)), team('west', whole(60, 0, 55))],
      orders: [],
    },
  );
  expect(changes.map((one) => [one.metric.name, one.isWorse])).toEqual([
    ['backlog', true],
    ['orders', false],
  ]);
  expect(changes[0].part).toEqual({ by: 'team', key: 'south', value: 60, own: 30 });
  expect(changes[1].part).toBeNull();
});

test('a share is moved most by the part without which it would be best', () => {
  const [change] = largestChanges(
    { sla: whole(936, 1000, 950) },
    {
      sla: [
        team('south', whole(160, 200, 190)),
        team('east', whole(776, 800, 760)),
        { by: 'system', key: 'heatPump', ...whole(93, 100, 95) },
      ],
    },
  );
  expect(change.part).toEqual({ by: 'team', key: 'south', value: 80, own: 97 });
});

test('where nothing moved enough, nothing is said; nor of what has nothing to be compared with', () => {
  expect(largestChanges({ backlog: whole(100, 0, 99), sla: { num: 1, den: 2, before: null } }, {})).toEqual([]);
});
