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

test('under warranty the maker pays labour and material, the customer the rest', () => {
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

test('a warranty includes its last day', () => {
  expect(decideCover({ ...call, faultDate: '2027-03-15' }).weibao).toBe('warranty');
  expect(decideCover({ ...call, faultDate: '2027-03-16' }).weibao).toBe('paid');
});

test('damage is paid in spite of a warranty, with that reason', () => {
  const decided = decideCover({ ...call, faultCategory: 'damage' });
  expect(decided.weibao).toBe('paid');
  expect(decided.reason[0]).toContain('人为损坏除外');
});

test('a complaint is goodwill, before any warranty', () => {
  expect(decideCover({ ...call, receiptsType: 'complaint' }).weibao).toBe('goodwill');
});

test('a repeated fault of the same machine is rework without charge, with or without warranty', () => {
  const decided = decideCover({
    ...call,
    equipment: { equipmentName: '混水中心', warrantyEndDate: '2020-01-01' },
    reworkOf: 'DJ202611010003',
  });
  expect(decided.weibao).toBe('goodwill');
  expect(decided.reason[0]).toContain('DJ202611010003');
  expect(new Set(Object.values(decided.coverFees))).toEqual(new Set(['company']));
});

test('without a machine or a warranty date the cover is paid, never “no cover”', () => {
  expect(decideCover({ ...call, equipment: null }).weibao).toBe('paid');
  expect(decideCover({ ...call, equipment: { equipmentName: '前置过滤器', warrantyEndDate: null } }).weibao).toBe(
    'paid',
  );
});

test("a lead's override stores its reason and survives later changes", () => {
  const fields = coverFields(overrideCover('goodwill', '老客户，上月刚修过'));
  expect(fields).toMatchObject({
    weibao: 'goodwill',
    weibaoReason: storedText(['改判：老客户，上月刚修过', 'Changed: 老客户，上月刚修过']),
  });
  expect(isOverridden(fields.weibaoReason)).toBe(true);
  expect(isOverridden(coverFields(decideCover(call)).weibaoReason)).toBe(false);
});

test('under part warranty the customer pays labour; a scheme pays labour and mileage', () => {
  expect(payersOf('partWarranty')).toEqual({
    labor: 'customer',
    material: 'manufacturer',
    mileage: 'customer',
    other: 'customer',
  });
  expect(payersOf('plan')).toEqual({ labor: 'plan', material: 'customer', mileage: 'plan', other: 'customer' });
});

test("a warranty runs from installation, else commissioning, for the maker's months, by default 24", () => {
  expect(warrantyEnd('2024-03-15', '2024-04-01', 36)).toBe('2027-03-15');
  expect(warrantyEnd(null, '2024-02-29', null)).toBe('2026-02-28');
  expect(warrantyEnd(null, null, 36)).toBeNull();
});

test('费用承担用业务词、中文标点 payers use trade terms and the punctuation of the language', () => {
  const text = (language: 'zh' | 'en') =>
    structuredKind.text(payersOf('partWarranty'), coverFees, { language, name: () => undefined });
  expect([text('zh'), text('en')]).toEqual([
    '人工费 客户，材料费 厂家，里程费 客户，其他费 客户',
    'Labour Customer, Material Manufacturer, Mileage Customer, Other Customer',
  ]);
});
