import { expect, test } from 'vitest';
import { type CounterReading, type CounterRule, DOUBT, Growth } from './growth.rules.ts';

const MINUTE = 60_000;
const DAY = 1440 * MINUTE;
const unknown: CounterRule = { wrap: null, maxRate: null };
const meter: CounterRule = { wrap: 1000, maxRate: 5 };

const at = (values: readonly number[], every = MINUTE): CounterReading[] =>
  values.map((value, no) => ({ ts: no * every, value }));

function grow(readings: readonly CounterReading[], rule: CounterRule = meter) {
  const growth = new Growth(rule);
  const steps = readings.flatMap((reading) => growth.add(reading) ?? []);
  return {
    growth,
    sum: Math.round(steps.reduce((all, { delta }) => all + delta, 0) * 1e6) / 1e6,
    doubt: steps.reduce((all, step) => all | step.doubt, 0),
    leftOut: growth.leftOut.map((ts) => ts / MINUTE),
  };
}

test('a counter grows by its steps', () => {
  expect(grow(at([10, 12, 12, 15]))).toMatchObject({ sum: 5, doubt: 0, leftOut: [] });
});

test('a fall of at most 1 % counts as zero, and the higher reading stays the base', () => {
  expect(grow(at([500, 499.99, 500, 499.5, 500, 495, 501]))).toMatchObject({ sum: 1, doubt: 0, leftOut: [] });
  expect(grow(at([500, 499.99, 500, 499.5, 500, 495, 501]), unknown)).toMatchObject({ sum: 1, doubt: 0 });
});

test('after a day below its base the counter continues from the lower reading', () => {
  const readings = [500, 498, 498, 499].map((value, no) => ({ ts: no * 0.6 * DAY, value }));
  expect(grow(readings)).toMatchObject({ sum: 1, doubt: DOUBT.exchanged });
});

test('contradicting readings are rejected until two later ones agree with them', () => {
  expect(grow(at([100, 900, 101, 102]))).toMatchObject({ sum: 2, leftOut: [1] });
  expect(grow(at([100, 900, 900, 101, 102]))).toMatchObject({ sum: 2, leftOut: [1, 2] });
  expect(grow(at([400, 0.5, 401, 0, 402]))).toMatchObject({ sum: 2, leftOut: [1, 3] });
  expect(grow(at([400, 0.5, 401, 402]), unknown)).toMatchObject({ sum: 2, leftOut: [1] });
  // Readings that contradict earlier ones are reported as rejected. Once two later readings agree with them, growth
  // counts from the first of them.
  expect(grow(at([100, 700, 701]))).toMatchObject({ sum: 0, leftOut: [1, 2] });
  expect(grow(at([100, 700, 701, 703, 704]))).toMatchObject({ sum: 4, doubt: DOUBT.exchanged, leftOut: [] });
});

test('a restarted counter counts its whole value if its rate allows it', () => {
  expect(grow(at([400, 3, 4, 6]))).toMatchObject({ sum: 6, doubt: DOUBT.exchanged });
  expect(grow(at([400, 200, 201, 203]))).toMatchObject({ sum: 3, doubt: DOUBT.exchanged });
  expect(grow(at([500, 3, 4, 6]), unknown)).toMatchObject({ sum: 6 });
  expect(grow(at([500, 400, 401, 403]), unknown)).toMatchObject({ sum: 3 });
});

test('a counter that wraps continues over its end', () => {
  expect(grow(at([995, 998, 2, 4, 6]))).toMatchObject({ sum: 11, doubt: DOUBT.wrapped, leftOut: [] });
  expect(grow(at([995, 998, 1, 999]))).toMatchObject({ sum: 4, leftOut: [2] });
});

test('a recorded exchange counts the end of the old meter and continues from the start of the new one', () => {
  const growth = new Growth(meter);
  growth.add({ ts: 0, value: 400 });
  expect(growth.change({ ts: MINUTE, end: 402, start: 7 })).toMatchObject({ delta: 2, doubt: DOUBT.exchanged });
  expect(growth.add({ ts: 2 * MINUTE, value: 9 })).toMatchObject({ delta: 2, doubt: 0 });
  growth.change({ ts: 3 * MINUTE, end: null, start: null });
  expect([growth.add({ ts: 4 * MINUTE, value: 777 }), growth.add({ ts: 5 * MINUTE, value: 778 })]).toMatchObject([
    null,
    { delta: 1 },
  ]);
});

test('growth that is cut anywhere and continues from its state is equal', () => {
  const story = at([990, 989, 992, 300, 995, 998, 3, 5, 4.99, 8, 0, 0, 1, 700, 2], 5 * MINUTE);
  const whole = grow(story).sum;
  for (let cut = 0; cut <= story.length; cut += 1) {
    const first = grow(story.slice(0, cut));
    const second = new Growth(meter, first.growth.state);
    const rest = story.slice(cut).reduce((all, reading) => all + (second.add(reading)?.delta ?? 0), 0);
    expect(first.sum + rest).toBeCloseTo(whole, 9);
  }
});
