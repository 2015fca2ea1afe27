import type { Field } from '#kernel/language/field.ts';
import type { AnyPaper } from '#kernel/language/paper.ts';
import type { Parameters } from '../list/filter.ts';
import type { Transaction } from './transaction.ts';

/** Where a tenant has no rule of its own: prefix, day, four digits, from one again every day. */
const DATE = 'yyyyMMdd';
const DIGITS = 4;

/**
 * The next number of a paper as an expression for the statement that writes it: prefix, date, counter. The counter's row is held until the
 * commit, and whoever else makes such a paper waits for it; so it is taken in the same breath as the row is written. Gaps are possible,
 * doubles are not.
 */
export function numberSql(tx: Transaction, paper: AnyPaper, field: Field, values: Parameters): string {
  const [tenant, rule, day] = [tx.tenantId, paper.table, tx.today().replaceAll('-', '')].map((value) => `${values.add(value)}::text`);
  const rules = tx.house.kept.numberRule;
  const standard = `select ${values.add(field.prefix ?? '')}::text as prefix, '${DATE}' as date_part, ${DIGITS} as seq_length, 'day' as reset_cycle, 2 as rank`;
  const own = rules ? `select prefix, date_part, seq_length, reset_cycle, 1 as rank from ${rules.table} where tenant_id = ${tenant} and rule_code = ${rule} and is_deleted = 0 and status = 1 union all ` : '';
  const period = `left(${day}, case r.reset_cycle when 'never' then 0 when 'year' then 4 when 'month' then 6 else 8 end)`;
  return `(select c.prefix || case c.date_part when 'none' then '' else left(${day}, length(c.date_part)) end || lpad(c.n, greatest(c.seq_length, length(c.n)), '0')
    from (select r.*, next_number(${tenant}, ${rule}, ${period})::text as n from (${own}${standard} order by rank limit 1) r) c)`;
}
