import { expect, test } from 'vitest';
import { stepsOf } from '#kernel/language/exact.ts';
import { materialType, trackMode, unit } from '../dictionaries.ts';
import { families } from './families.rules.ts';
import { type SapItem, simulatedSap } from './sap-items.rules.ts';

const all = await simulatedSap.items({});
const price = (of: SapItem): bigint => stepsOf(of.salePrice, 4);

/** Is the EAN-13 valid: does the weighted sum with its check digit end in zero? */
const isEan13 = (barcode: string): boolean =>
  /^\d{13}$/.test(barcode) &&
  [...barcode].reduce((sum, digit, at) => sum + Number(digit) * (at % 2 ? 3 : 1), 0) % 10 === 0;

test('每个料号、每个条码只有一件，条码扫得出来 each item has a unique code and a valid barcode', () => {
  expect(all.length).toBeGreaterThan(300);
  expect(new Set(all.map((one) => one.itemCode)).size).toBe(all.length);
  expect(new Set(all.map((one) => one.barcode)).size).toBe(all.length);
  expect(all.filter((one) => !isEan13(one.barcode))).toEqual([]);
});

test('每个规格一件，越大越贵，进价低于售价，都到角 each size is an item; larger ones cost more, and all sell above their cost', () => {
  expect(all.length).toBe(families.flatMap(([, , , list]) => list.flatMap((one) => one.sizes.split(' '))).length);
  for (const [code, , group, list] of families) {
    const items = all.filter((one) => one.itmsGrpCod === code);
    expect(items.every((one) => one.itmsGrpNam === group)).toBe(true);
    for (const family of list) {
      const sizes = items.filter((one) => one.itemName === `${family.name} ${one.spec}`);
      expect(sizes.map((one) => one.spec)).toEqual(family.sizes.split(' '));
      expect(sizes[0].salePrice).toBe(`${family.price}.0000`);
      expect(sizes.slice(1).filter((one, at) => price(one) <= price(sizes[at]))).toEqual([]);
    }
  }
  for (const one of all) {
    expect(one.salePrice).toMatch(/^\d+\.\d000$/);
    expect(one.costPrice).toMatch(/^\d+\.\d000$/);
    expect(stepsOf(one.costPrice, 4)).toBeLessThan(price(one));
  }
});

test('只用字典里有的类型、单位、管理方式；整机按序列号管 families use only words of the dictionaries, and machines have serial numbers', () => {
  for (const { unit: its, guess } of all) {
    expect(Object.keys(unit.items)).toContain(its);
    expect(Object.keys(materialType.items)).toContain(guess.type);
    expect(guess.track === undefined || guess.track in trackMode.items).toBe(true);
    if (guess.type === 'unit') expect([guess.track, (guess.months ?? 0) > 0]).toEqual(['serial', true]);
  }
});

test('按组、料号、名称、仓库找，不分大小写，空白不算条件 items are found by group, code, name and store', async () => {
  const [first] = all;
  expect(await simulatedSap.item(first.itemCode)).toEqual(first);
  expect(await simulatedSap.item('VF101-000')).toBeUndefined();
  expect(await simulatedSap.items({ itemCode: first.itemCode.toLowerCase() })).toEqual([first]);
  expect(await simulatedSap.items({ itemName: '  ', itmsGrpNam: null })).toHaveLength(all.length);
  expect(await simulatedSap.items({ itemName: '没有这种东西' })).toEqual([]);
  const valves = await simulatedSap.items({ itmsGrpNam: '阀门', itemName: ' 铜球阀 ' });
  expect(valves.map((one) => one.spec)).toEqual(['DN15', 'DN20', 'DN25', 'DN32', 'DN40', 'DN50']);
  const inStore = await simulatedSap.items({ whsCode: 'W09' });
  expect(inStore.length).toBeLessThan(all.length);
  expect(inStore.filter((one) => one.stock.W09 <= 0)).toEqual([]);
  expect(await simulatedSap.items({ whsCode: 'W77' })).toEqual([]);
});
