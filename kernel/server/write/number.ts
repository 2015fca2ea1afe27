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

function numbersSql(tx: Transaction, paper: AnyPaper, field: Field, values: Parameters, asOf: string, count: string): string {
  const [tenant, rule, day] = [tx.tenantId, paper.table, asOf.replaceAll('-', '')].map((value) => `${values.add(value)}::text`);
  const period = `left(${day}, case r.reset_cycle when 'never' then 0 when 'year' then 4 when 'month' then 6 else 8 end)`;
  return `select c.prefix || case c.date_part when 'none' then '' else left(${day}, length(c.date_part)) end || c.joint || lpad(c.n, greatest(c.seq_length, length(c.n)), '0') as no
     from (select r.*, next_number(${tenant}, ${rule}, ${period})::text as n from ${ruleSql(tx, paper, field, tenant, rule, values)}${count}) c`;
}

/**
 * The next number of a paper as an expression for the statement that writes it: prefix, date, counter. The counter's row is held until the
 * commit, and whoever else makes such a paper waits for it; so it is taken in the same breath as the row is written. Gaps are possible,
 * doubles are not.
 */
export const numberSql = (tx: Transaction, paper: AnyPaper, field: Field, values: Parameters): string => `(${numbersSql(tx, paper, field, values, tx.today(), '')})`;

/** Several numbers at once, as of a day. */
export async function nextNumbers(tx: Transaction, paper: AnyPaper, field: Field, count: number, asOf: string): Promise<string[]> {
  const values = new Parameters();
  const sql = numbersSql(tx, paper, field, values, asOf, `, generate_series(1, ${count})`);
  return (await tx.sql.query<{ no: string }>(sql, values.values)).map((row) => row.no);
}
