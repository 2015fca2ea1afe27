import { expect, test } from 'vitest';
import { structuredKind } from '#kernel/fields/structured/structured.ts';
import { metresBetween, roadKm, travelMinutes } from './distance.rules.ts';
import { suggestedParts } from './suggested-parts.rules.ts';

test('两点的直线距离：到自己是零，来回一样，隔着日期变更线也不绕地球 the straight distance is symmetric', () => {
  const [people, bund] = ['121.4737,31.2304', '121.4903,31.2397'];
  expect(metresBetween(people, people)).toBe(0);
  expect(metresBetween(people, bund)).toBe(metresBetween(bund, people));
  // From Shanghai to Beijing. Published tables give 1,067 km.
  expect(metresBetween(people, '116.4074,39.9042')! / 1000).toBeCloseTo(1067, -1);
  // One degree of a great circle, which is 40,030 km long.
  expect(metresBetween('0,0', '0,1')).toBe(111_195);
  expect(metresBetween('179.5,0', '-179.5,0')).toBe(111_195);
  expect(metresBetween('0,90', '0,-90')).toBe(Math.round(Math.PI * 6_371_000));
});

test('缺一个坐标就不知道距离，而不是零 without a place the distance is null, not zero', () => {
  expect([metresBetween(null, '0,0'), metresBetween('0,0', undefined), metresBetween('', '0,0')]).toEqual([
    null,
    null,
    null,
  ]);
});

test('路比直线长三成，记到百米；路上分钟进位，正好的不多一分钟 roads are 30 % longer, and minutes are rounded up', () => {
  expect([roadKm(0), roadKm(1000), roadKm(12_340), roadKm(38)]).toEqual([0, 1.3, 16, 0]);
  expect([travelMinutes(0, 30), travelMinutes(0.1, 30), travelMinutes(15, 30), travelMinutes(15.1, 30)]).toEqual([
    0, 1, 30, 31,
  ]);
  // 15.5 km at 30 km/h take exactly 31 minutes; binary fractions exceed it slightly.
  expect([travelMinutes(15.5, 30), travelMinutes(31, 60), travelMinutes(46.5, 45)]).toEqual([31, 31, 62]);
});

test('建议备件须说明是哪种、几件，理由可以不写 a suggested part has a material and a quantity', () => {
  const accepted = (value: unknown): boolean => 'value' in structuredKind.accept(value, suggestedParts);
  expect(accepted([{ materialId: '9', qty: 2 }])).toBe(true);
  expect(accepted([])).toBe(true);
  expect(
    [[{ qty: 2 }], [{ materialId: '9' }], [{ materialId: '9', qty: '两个' }], { materialId: '9', qty: 2 }].map(
      accepted,
    ),
  ).toEqual([false, false, false, false]);
});
