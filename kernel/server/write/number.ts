import type { Field } from '#kernel/language/field.ts';
import type { AnyPaper } from '#kernel/language/paper.ts';
import type { Transaction } from './transaction.ts';

interface Rule { prefix: string; datePart: string; seqLength: number; resetCycle: string }

const standard = (field: Field): Rule => ({ prefix: field.prefix ?? '', datePart: 'yyyyMMdd', seqLength: 4, resetCycle: 'day' });

/** The counter of the period that the rule of the tenant says, or the one given: a day, a month, a year, or for ever. */
const COUNT = "next_number($1, $2, left($3, case r.reset_cycle when 'never' then 0 when 'year' then 4 when 'month' then 6 else 8 end)) as n";
const COLUMNS = 'r.prefix, r.date_part as "datePart", r.seq_length as "seqLength"';
const GIVEN = '(select $4::text as prefix, $5::text as date_part, $6::integer as seq_length, $7::text as reset_cycle)';

/** Rule and counter in one statement: what waits for the counter's row waits for nothing else. */
function numberSql(tx: Transaction): string {
  const rules = tx.house.kept.numberRule;
  const own = rules && `select prefix, date_part, seq_length, reset_cycle, 1 as rank from ${rules.table} where tenant_id = $1 and rule_code = $2 and is_deleted = 0 and status = 1 union all `;
  return `select ${COLUMNS}, ${COUNT} from (${own ?? ''}select g.*, 2 as rank from ${GIVEN} g order by rank limit 1) r`;
}

/** The next number of a paper: prefix, date, counter. Taken inside the saving transaction: gaps are possible, doubles are not. */
export async function nextNumber(tx: Transaction, paper: AnyPaper, field: Field): Promise<string> {
  const { prefix, datePart, seqLength, resetCycle } = standard(field);
  const day = tx.today().replaceAll('-', '');
  const [{ n, ...rule }] = await tx.sql.query<Omit<Rule, 'resetCycle'> & { n: string }>(numberSql(tx), [tx.tenantId, paper.table, day, prefix, datePart, seqLength, resetCycle]);
  const date = rule.datePart === 'none' ? '' : day.slice(0, rule.datePart.length);
  return `${rule.prefix}${date}${n.padStart(rule.seqLength, '0')}`;
}
