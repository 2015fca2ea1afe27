import { expect, test } from 'vitest';
import { revenue } from '#business/billing/figures/revenue.figure.ts';
import { backlog } from '#business/intake/figures/backlog.figure.ts';
import { orders } from '#business/intake/figures/orders.figure.ts';
import { sla } from '#business/intake/figures/sla.figure.ts';
import { catalogue, figureFaceOf } from '../kpi/catalogue.server.ts';
import { type Compared, type FigurePart, largestChanges } from './sentences.rules.ts';

const all = catalogue([orders, backlog, sla, revenue]);
const faces = all.all.map((one) => figureFaceOf(all, one));

const whole = (num: number, den: number, beforeNum: number, beforeDen = den): Compared => ({
  num,
  den,
  before: { num: beforeNum, den: beforeDen },
});
const team = (key: string, of: Compared): FigurePart => ({ by: 'team', key, ...of });

test('the worst change comes first, with the team that caused it', () => {
  const changes = largestChanges(
    faces,
    { backlog: whole(186, 0, 150), orders: whole(400, 0, 300), revenue: whole(1000, 0, 990) },
    {
      backlog: [team('south', whole(60, 0, 30)), team('east', whole(66, 0, 65)), team('west', whole(60, 0, 55))],
      orders: [],
    },
  );
  expect(changes.map((one) => [one.metric.metric, one.isWorse])).toEqual([
    ['backlog', true],
    ['orders', false],
  ]);
  expect(changes[0].part).toEqual({ by: 'team', key: 'south', value: 60, own: 30 });
  expect(changes[1].part).toBeNull();
});

test('a percentage is attributed to the part without which it would be best', () => {
  const [change] = largestChanges(
    faces,
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

test('without a sufficient change, or without a comparison, there is no sentence', () => {
  expect(largestChanges(faces, { backlog: whole(100, 0, 99), sla: { num: 1, den: 2, before: null } }, {})).toEqual([]);
});
