import type { Field } from '#kernel/language/field.ts';
import type { AnyPaper } from '#kernel/language/paper.ts';
import { Parameters } from '../list/filter.ts';
import type { Transaction } from './transaction.ts';

/** Where a tenant has no rule of its own: prefix, day, four digits, from one again every day. */
const DATE = 'yyyyMMdd';
const DIGITS = 4;

/** The rule of a paper as a row: the tenant's own, else prefix, date, four digits. */
function ruleSql(tx: Transaction, paper: AnyPaper, field: Field, tenant: string, rule: string, values: Parameters): string {
  const rules = tx.house.kept.numberRule;
  const yearly = field.cycle === 'year';
  const standard = `select ${values.add(field.prefix ?? '')}::text as prefix, '${yearly ? 'yyyy' : DATE}' as date_part, ${DIGITS} as seq_length, '${yearly ? 'year' : 'day'}' as reset_cycle, '${yearly ? '-' : ''}' as joint, 2 as rank`;
  const own = rules ? `select prefix, date_part, seq_length, reset_cycle, '' as joint, 1 as rank from ${rules.table} where tenant_id = ${tenant} and rule_code = ${rule} and is_deleted = 0 and status = 1 union all ` : '';
  return `(${own}${standard} order by rank limit 1) r`;
}

interface Asked { readonly tenant: string; readonly rule: string; readonly day: string; readonly rules: string; /** The period of the counter; `r` is the rule. */ readonly period: string }

function asked(tx: Transaction, paper: AnyPaper, field: Field, values: Parameters, asOf: string): Asked {
  const [tenant, rule, day] = [tx.tenantId, paper.table, asOf.replaceAll('-', '')].map((value) => `${values.add(value)}::text`);
  return { tenant, rule, day, rules: ruleSql(tx, paper, field, tenant, rule, values), period: `left(${day}, case r.reset_cycle when 'never' then 0 when 'year' then 4 when 'month' then 6 else 8 end)` };
}

/** A number in full: `c` is the rule with the counter's value as `n`. */
const inFull = (day: string): string => `c.prefix || case c.date_part when 'none' then '' else left(${day}, length(c.date_part)) end || c.joint || lpad(c.n, greatest(c.seq_length, length(c.n)), '0')`;

/**
 * The next number of a paper as an expression for the statement that writes it: prefix, date, counter. The counter's row is held until the
 * commit, and whoever else makes such a paper waits for it; so it is taken in the same breath as the row is written. Gaps are possible,
 * doubles are not.
 */
export function numberSql(tx: Transaction, paper: AnyPaper, field: Field, values: Parameters): string {
  const { tenant, rule, day, rules, period } = asked(tx, paper, field, values, tx.today());
  return `(select ${inFull(day)} from (select r.*, next_number(${tenant}, ${rule}, ${period})::text as n from ${rules}) c)`;
}

/** Several numbers at once, as of a day; the counter moves once, however many they are. */
export async function nextNumbers(tx: Transaction, paper: AnyPaper, field: Field, count: number, asOf: string): Promise<string[]> {
  const values = new Parameters();
  const { tenant, rule, day, rules, period } = asked(tx, paper, field, values, asOf);
  const many = `${values.add(count)}::bigint`;
  const sql = `with taken as materialized (select r.*, next_numbers(${tenant}, ${rule}, ${period}, ${many}) as last from ${rules})
    select ${inFull(day)} as no from (select t.*, (t.last - ${many} + g)::text as n, g from taken t, generate_series(1, ${many}) g) c order by c.g`;
  return (await tx.sql.query<{ no: string }>(sql, values.values)).map((row) => row.no);
}
