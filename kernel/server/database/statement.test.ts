import { expect, test } from 'vitest';
import { Parameters, joinedSql, raw, shared, sql } from './statement.ts';

test('values of a statement become parameters in the order of the text', () => {
  const own = sql`t.status = ${1} and t.name = ${"'; drop table x; --"}`;
  expect(sql`select ${raw('t.id')} from t where t.day > ${'2026-11-27'} and ${own} limit ${raw(5)}`.build()).toEqual({
    text: 'select t.id from t where t.day > $1 and t.status = $2 and t.name = $3 limit 5',
    values: ['2026-11-27', 1, "'; drop table x; --"],
  });
});

test('a list is one value, and a fragment continues the numbers of its statement', () => {
  const values = new Parameters();
  const before = values.add('000000');
  expect(`t.tenant_id = ${before} and ${sql`t.id = any(${['1', '2']}::bigint[])`.into(values)}`).toBe(
    't.tenant_id = $1 and t.id = any($2::bigint[])',
  );
  expect(values.values).toEqual(['000000', ['1', '2']]);
});

test('a shared value or fragment is numbered once in each statement', () => {
  const day = shared('2026-11-27');
  const rows = shared(sql`t.tenant_id = ${'000000'}`);
  const part = (column: string) => sql`(select 1 from t where ${rows} and ${raw(column)} > ${day})`;
  const whole = sql`${joinedSql([part('a'), part('b')], ' union ')}`;
  const expected = {
    text: '(select 1 from t where t.tenant_id = $1 and a > $2) union (select 1 from t where t.tenant_id = $1 and b > $2)',
    values: ['000000', '2026-11-27'],
  };
  expect(whole.build()).toEqual(expected);
  expect(whole.build()).toEqual(expected);
});
