import { expect, test } from 'vitest';
import { type ScopeRow, fieldsShownBy, paperScopes, scopeFields } from './scopes.rules.ts';

const scope = (type: number, more: Partial<ScopeRow> = {}): ScopeRow => ({
  code: 'ascustomer',
  type,
  column: null,
  value: null,
  match: null,
  fields: null,
  ...more,
});
const kinds = (...rows: ScopeRow[]) => paperScopes(rows).ascustomer;

test('五种数据范围，按表归在一起 the kinds of scopes, by their table', () => {
  expect(paperScopes([])).toEqual({});
  expect(kinds(scope(1), scope(2), scope(3), scope(4, { column: 'deptId' }))).toEqual([
    { kind: 'all' },
    { kind: 'own' },
    { kind: 'department' },
    { kind: 'departmentBelow', column: 'deptId' },
  ]);
  expect(Object.keys(paperScopes([scope(1), scope(2, { code: 'asregistrationform' }), scope(3)]))).toEqual([
    'ascustomer',
    'asregistrationform',
  ]);
});

test('不认识的范围只看自己的，绝不多看 an unknown kind shows one’s own rows and no more', () => {
  expect(kinds(scope(0), scope(9))).toEqual([{ kind: 'own' }, { kind: 'own' }]);
});

test('自定义规则按条件；读不懂的规则什么也不给看 a rule that cannot be read closes everything', () => {
  const conditions = [{ field: 'customerLevel', op: 'equal', value: 'vip' }];
  expect(kinds(scope(5, { value: conditions, match: 'any' }))).toEqual([
    { kind: 'rule', rule: { match: 'any', conditions } },
  ]);
  expect(kinds(scope(5, { value: conditions }))).toMatchObject([{ rule: { match: 'all' } }]);
  for (const broken of [
    { value: null },
    { value: [] },
    { value: conditions, match: 'none' },
    { value: [{ field: 'customerLevel', op: 'sql', value: '1' }] },
    { value: [{ field: 'customerLevel', op: 'equal', value: '' }] },
  ])
    // A rule that requires an empty id matches no row.
    expect(kinds(scope(5, broken))).toEqual([
      { kind: 'rule', rule: { match: 'all', conditions: [{ field: 'id', op: 'null' }] } },
    ]);
});

test('可见字段：空和星号是全部，其余逐个列名 visible fields: nothing and a star mean all', () => {
  expect([null, undefined, '', ' , ', '*', 'phone,*'].map(scopeFields)).toEqual([null, null, null, null, null, null]);
  expect(scopeFields(' customerName, phone ,phone')).toEqual(['customerName', 'phone']);
});

test('一个角色的几个范围合起来看；有一个看全部就看全部 the scopes of a role show together, and one that shows all shows all', () => {
  const shown = (...fields: (string | null)[]) => fieldsShownBy(fields.map((one) => scope(1, { fields: one })));
  expect([...shown('customerName,phone', 'phone,remark').ascustomer]).toEqual(['customerName', 'phone', 'remark']);
  expect([shown('customerName', null), shown('customerName', '*'), shown()]).toEqual([{}, {}, {}]);
});
