import { expect, test } from 'vitest';
import { Random } from '../../simulator/random.rules.ts';
import { type Message, mergeMessages, readPack, writePack } from './pack.rules.ts';

const random = new Random(3);

/** Values of every kind: whole numbers, decimals, texts, lists, empty ones. */
const odd = [
  0,
  -0.5,
  1e-9,
  2 ** 53,
  -(2 ** 52),
  1.1,
  999_999.99,
  'é中文"',
  true,
  false,
  null,
  [1, 'a'],
  { a: { b: 1 } },
  '',
];

function day(messages: number): Message[] {
  let total = 41_234.56;
  let ts = Date.UTC(2026, 10, 20);
  return Array.from({ length: messages }, (_, at) => {
    ts += 60_000 + Math.round(random.between(-900, 900));
    total = Math.round((total + random.between(0, 0.05)) * 100) / 100;
    return {
      ts,
      meta: at === 7 ? 5 : 0,
      data: {
        power: Math.round(random.between(0, 9000)),
        temp: Math.round(random.between(200, 450)) / 10,
        total,
        on: at % 40 < 20,
        ...(at % 9 === 0 && { sparse: at / 3, odd: odd[at % odd.length] }),
      },
    };
  });
}

test('every value reads back unchanged', () => {
  for (const count of [1, 2, 7, 720]) {
    const messages = day(count);
    const pack = writePack(messages);
    expect(readPack(pack)).toEqual(messages);
    expect([pack.n, pack.firstTs, pack.lastTs]).toEqual([count, messages[0].ts, messages.at(-1)!.ts]);
  }
});

test('a moment finer than a millisecond retains its precision', () => {
  const messages = day(50).map((one, at) => ({ ...one, ts: one.ts + (at % 3) / 1000 }));
  expect(readPack(writePack(messages))).toEqual(messages);
});

test('a day of ordinary values takes a few bytes a message', () => {
  const messages = day(1440).map(({ data: { power, temp, total, on }, ts }) => ({
    ts,
    meta: 0,
    data: { power, temp, total, on, flow: 1.2, mode: 0 },
  }));
  const { data } = writePack(messages);
  expect(data.length / messages.length).toBeLessThan(9);
});

test('repeated or late messages are sorted into place', () => {
  const messages = day(100);
  const late = messages.filter((_, at) => at % 3 === 0);
  const early = messages.filter((_, at) => at % 3 !== 1);
  const both = mergeMessages(early, late);
  expect(both).toEqual(messages.filter((_, at) => at % 3 !== 1));
  const whole = mergeMessages(both, messages);
  expect(whole).toEqual(messages);
  expect(mergeMessages([{ ts: 1, meta: 1, data: { a: 1 } }], [{ ts: 1, meta: 4, data: { b: 2 } }])).toEqual([
    { ts: 1, meta: 5, data: { a: 1, b: 2 } },
  ]);
});
