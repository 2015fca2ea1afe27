import type { Field } from '#kernel/language/field.ts';
import type { AnyPaper } from '#kernel/language/paper.ts';
import type { Transaction } from './transaction.ts';

interface Rule { prefix: string; datePart: string; seqLength: number; resetCycle: string }

const standard = (field: Field): Rule => ({ prefix: field.prefix ?? '', datePart: field.cycle === 'year' ? 'yyyy' : 'yyyyMMdd', seqLength: 4, resetCycle: field.cycle ?? 'day' });

async function ruleOf(tx: Transaction, paper: AnyPaper, field: Field): Promise<Rule> {
  const rules = tx.house.kept.numberRule;
  if (!rules) return standard(field);
  const [found] = await tx.sql.query<Rule>(`select prefix, date_part as "datePart", seq_length as "seqLength", reset_cycle as "resetCycle" from ${rules.table} where tenant_id = $1 and rule_code = $2 and is_deleted = 0 and status = 1`, [tx.tenantId, paper.table]);
  return found ?? standard(field);
}

const cut: Readonly<Record<string, number>> = { day: 8, month: 6, year: 4 };

/** The next numbers of a paper: prefix, date, counter. Taken inside the saving transaction: gaps are possible, doubles are not. */
export async function nextNumbers(tx: Transaction, paper: AnyPaper, field: Field, count: number, asOf: string): Promise<string[]> {
  const rule = await ruleOf(tx, paper, field);
  const day = asOf.replaceAll('-', '');
  const date = rule.datePart === 'none' ? '' : day.slice(0, rule.datePart.length);
  const period = rule.resetCycle === 'never' ? '' : day.slice(0, cut[rule.resetCycle] ?? 8);
  const rows = await tx.sql.query<{ n: string }>('select next_number($1, $2, $3) as n from generate_series(1, $4)', [tx.tenantId, paper.table, period, count]);
  return rows.map(({ n }) => `${rule.prefix}${date}${field.cycle === 'year' ? '-' : ''}${n.padStart(rule.seqLength, '0')}`);
}

export const nextNumber = async (tx: Transaction, paper: AnyPaper, field: Field): Promise<string> => (await nextNumbers(tx, paper, field, 1, tx.today()))[0];
