import { expect, test } from 'vitest';
import { DOUBT } from './growth.rules.ts';
import { type FigureProperty, figuresOfDay, wholeDay } from './day-figures.rules.ts';
import { readFigureBytes, writeFigureBytes } from './figure-bytes.rules.ts';

const HOUR = 3_600_000;
const begin = Date.UTC(2026, 10, 20);
const bounds = Array.from({ length: 25 }, (_, at) => begin + at * HOUR);
const of = (identifier: string, kind: FigureProperty['kind'], more: Partial<FigureProperty> = {}): FigureProperty => ({
  identifier,
  kind,
  counter: { wrap: null, maxRate: null },
  isHeld: false,
  ...more,
});
const properties = [of('total', 'counter'), of('temp', 'number', { isHeld: true }), of('on', 'switch')];

/** Readings every ten minutes from 02:00 to 03:50, and one at 06:00. */
function example() {
  const times = [...Array.from({ length: 12 }, (_, at) => begin + 2 * HOUR + at * 600_000), begin + 6 * HOUR];
  return {
    times,
    columns: new Map<string, readonly unknown[]>([
      ['total', times.map((_, at) => 100 + at)],
      ['temp', times.map((_, at) => (at % 2 === 0 ? 20 + at : undefined))],
      ['on', times.map((_, at) => at < 3)],
    ]),
  };
}

test('hours have the figures of their messages; an hour without messages has none', () => {
  const { counts, columns } = figuresOfDay(bounds, properties, example(), new Map());
  const total = columns.get('total')!.figures;
  expect(counts.slice(0, 8)).toEqual([0, 0, 6, 6, 0, 0, 1, 0]);
  expect([total[0], total[1], total[4], total[5]]).toEqual([null, null, null, null]);
  // The growth from 02:50 to 03:00 counts in hour 2. The growth over two silent hours counts in the hour of the reading
  // at their end, and is estimated.
  expect([total[2]!.delta, total[3]!.delta, total[6]!.delta, total[6]!.doubt]).toEqual([6, 5, 1, DOUBT.estimated]);
  expect(columns.get('temp')!.figures[2]).toMatchObject({ n: 6, min: 20, max: 24, last: 24 });
  expect(columns.get('on')!.figures[2]!.onSec).toBe(1800);
});

test('a step over midnight is shared by both days; their sum is the growth', () => {
  const times = [begin - 5 * 60_000, begin + 5 * 60_000];
  const series = { times, columns: new Map([['total', [10, 20]]]) };
  const yesterday = figuresOfDay(
    bounds.map((ms) => ms - 24 * HOUR),
    [properties[0]],
    series,
    new Map(),
  );
  const today = figuresOfDay(
    bounds,
    [properties[0]],
    { times: times.slice(1), columns: new Map([['total', [20]]]) },
    new Map([['total', { ts: times[0], value: 10 }]]),
  );
  const deltaOf = (day: typeof today): number => wholeDay(day).columns.get('total')!.figures[0]!.delta;
  expect([deltaOf(yesterday), deltaOf(today)]).toEqual([5, 5]);
});

test('figures read back from bytes unchanged', () => {
  const day = figuresOfDay(bounds, properties, example(), new Map());
  for (const one of [day, wholeDay(day)]) {
    const read = readFigureBytes(writeFigureBytes(one));
    expect(read.counts).toEqual(one.counts);
    for (const [name, { kind, figures }] of one.columns)
      figures.forEach((figure, at) => {
        const again = read.columns.get(name)!.figures[at];
        if (!figure) expect(again).toBeNull();
        else
          expect(again).toMatchObject({
            n: figure.n,
            last: figure.last,
            doubt: figure.doubt,
            ...(kind === 'number' && { sum: figure.sum, min: figure.min, max: figure.max }),
            ...(kind === 'counter' && { delta: figure.delta }),
            ...(kind === 'switch' && { onSec: figure.onSec }),
          });
      });
  }
  expect([...readFigureBytes(writeFigureBytes(day), new Set(['temp'])).columns.keys()]).toEqual(['temp']);
});
