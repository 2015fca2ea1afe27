import { storedText } from '#kernel/language/label.ts';
import { expect, test } from 'vitest';
import { structuredKind } from '#kernel/fields/structured/structured.ts';
import { coverFees } from './cover-fees.rules.ts';
import { type CoverFacts, coverFields, decideCover, isOverridden, overrideCover, payersOf } from './cover.rules.ts';
import { warrantyEnd } from '#business/customers/equipment/warranty.rules.ts';

const mixer = { equipmentName: '混水中心', warrantyEndDate: '2027-03-15' };
const call: CoverFacts = {
  receiptsType: 'repair',
  faultCategory: 'noHeat',
  faultDate: '2026-11-20',
  equipment: mixer,
  reworkOf: null,
};

test('a machine under warranty is repaired at the expense of its maker, but the customer pays what is no work', () => {
  const decided = decideCover(call);
  expect(decided.weibao).toBe('warranty');
  expect(decided.reason[0]).toBe('混水中心质保到2027-03-15');
  expect(decided.coverFees).toEqual({
    labor: 'manufacturer',
    material: 'manufacturer',
    mileage: 'manufacturer',
    other: 'customer',
  });
});

test('the last day of the warranty still counts, the day after does not', () => {
  expect(decideCover({ ...call, faultDate: '2027-03-15' }).weibao).toBe('warranty');
  expect(decideCover({ ...call, faultDate: '2027-03-16' }).weibao).toBe('paid');
});

test('damage is paid however young the machine, and the reason says so', () => {
  const decided = decideCover({ ...call, faultCategory: 'damage' });
  expect(decided.weibao).toBe('paid');
  expect(decided.reason[0]).toContain('人为损坏除外');
});

test('a complaint is on the house, before every warranty', () => {
  expect(decideCover({ ...call, receiptsType: 'complaint' }).weibao).toBe('goodwill');
});

test('the same fault of the same machine again is rework and on the house, warranty or not', () => {
  const decided = decideCover({
    ...call,
    equipment: { equipmentName: '混水中心', warrantyEndDate: '2020-01-01' },
    reworkOf: 'DJ202611010003',
  });
  expect(decided.weibao).toBe('goodwill');
  expect(decided.reason[0]).toContain('DJ202611010003');
  expect(new Set(Object.values(decided.coverFees))).toEqual(new Set(['company']));
});

test('without a machine, or without a date of warranty, it is paid; no paper ever says “no cover”', () => {
  expect(decideCover({ ...call, equipment: null }).weibao).toBe('paid');
  expect(decideCover({ ...call, equipment: { equipmentName: '前置过滤器', warrantyEndDate: null } }).weibao).toBe(
    'paid',
  );
});

test('a lead decides against the rule, with a reason that stays, and no later change overrules him', () => {
  const fields = coverFields(overrideCover('goodwill', '老客户，上月刚修过'));
  expect(fields).toMatchObject({
    weibao: 'goodwill',
    weibaoReason: storedText(['改判：老客户，上月刚修过', 'Changed: 老客户，上月刚修过']),
  });
  expect(isOverridden(fields.weibaoReason)).toBe(true);
  expect(isOverridden(coverFields(decideCover(call)).weibaoReason)).toBe(false);
});

test('part warranty leaves labour to the customer, a scheme pays labour and the way', () => {
  expect(payersOf('partWarranty')).toEqual({
    labor: 'customer',
    material: 'manufacturer',
    mileage: 'customer',
    other: 'customer',
  });
  expect(payersOf('plan')).toEqual({ labor: 'plan', material: 'customer', mileage: 'plan', other: 'customer' });
});

test('a warranty runs from the installation, else from commissioning, for the months of the maker, 24 where he names none', () => {
  expect(warrantyEnd('2024-03-15', '2024-04-01', 36)).toBe('2027-03-15');
  expect(warrantyEnd(null, '2024-02-29', null)).toBe('2026-02-28');
  expect(warrantyEnd(null, null, 36)).toBeNull();
});

test('费用承担用业务词、中文标点 who pays is told in the words of the trade and the marks of the language', () => {
  const said = (language: 'zh' | 'en') =>
    structuredKind.text(payersOf('partWarranty'), coverFees, { language, name: () => undefined });
  expect([said('zh'), said('en')]).toEqual([
    '人工费 客户，材料费 厂家，里程费 客户，其他费 客户',
    'Labour Customer, Material Manufacturer, Mileage Customer, Other Customer',
  ]);
});
