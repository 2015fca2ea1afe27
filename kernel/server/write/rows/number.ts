import { randomInt } from 'node:crypto';
import { type Field, isPaperNumber } from '#kernel/language/field.ts';
import { type AnyPaper, fieldsOf } from '#kernel/language/paper.ts';
import { Parameters } from '../../database/statement.ts';
import type { App } from '../../app.ts';
import type { DatabaseSession } from '../session/database-session.ts';

/** Where a tenant has no rule of its own: prefix, day, four digits, from one again every day. */
const DATE = 'yyyyMMdd';
const DIGITS = 4;
/** Beyond every counter. */
const NO_NUMBER = 500_000_000;

/** The rule of a paper as a row: the tenant's own, else prefix, date, four digits. */
function ruleSql(
  tx: DatabaseSession,
  paper: AnyPaper,
  field: Field,
  tenant: string,
  rule: string,
  values: Parameters,
): string {
  const rules = tx.app.ownPapers.numberRule;
  const yearly = field.cycle === 'year';
  const standard = `select ${values.add(field.prefix ?? '')}::text as prefix, '${yearly ? 'yyyy' : DATE}' as date_part, ${DIGITS} as seq_length, '${yearly ? 'year' : 'day'}' as reset_cycle, '${yearly ? '-' : ''}' as joint, 2 as rank`;
  const own = rules
    ? `select prefix, date_part, seq_length, reset_cycle, '' as joint, 1 as rank from ${rules.table} where tenant_id = ${tenant} and rule_code = ${rule} and is_deleted = 0 and status = 1 union all `
    : '';
  return `(${own}${standard} order by rank limit 1) r`;
}

/** The field that holds the number of a document. */
export function numberFieldOf(paper: AnyPaper): Field {
  const field = fieldsOf(paper).find(([, one]) => isPaperNumber(one))?.[1];
  if (!field) throw new Error(`${paper.name} has no number`);
  return field;
}

interface Asked {
  readonly tenant: string;
  readonly rule: string;
  readonly day: string;
  readonly rules: string;
  /** The period of the counter; `r` is the rule. */ readonly period: string;
}

function asked(tx: DatabaseSession, paper: AnyPaper, field: Field, values: Parameters, asOf: string): Asked {
  const [tenant, rule, day] = [tx.tenantId, paper.table, asOf.replaceAll('-', '')].map(
    (value) => `${values.add(value)}::text`,
  );
  return {
    tenant,
    rule,
    day,
    rules: ruleSql(tx, paper, field, tenant, rule, values),
    period: `left(${day}, case r.reset_cycle when 'never' then 0 when 'year' then 4 when 'month' then 6 else 8 end)`,
  };
}

/** A number in full: `c` is the rule with the counter's value as `n`. */
const inFull = (day: string): string =>
  `c.prefix || case c.date_part when 'none' then '' else left(${day}, length(c.date_part)) end || c.joint || lpad(c.n, greatest(c.seq_length, length(c.n)), '0')`;

/** The next number of a paper. */
export const nextPaperNumber = async (tx: DatabaseSession, paper: AnyPaper, field: Field): Promise<string> =>
  (await nextNumbers(tx, paper, field, 1, tx.today()))[0];

/** Numbers that wait for one question: those who ask while another is under way share the next. */
interface Waiting {
  count: number;
  readonly asked: Promise<string[]>;
}

const under = new WeakMap<App, Map<string, Promise<unknown>>>();
const waiting = new WeakMap<App, Map<string, Waiting>>();

function ofApp<V>(all: WeakMap<App, Map<string, V>>, app: App): Map<string, V> {
  let found = all.get(app);
  if (!found) all.set(app, (found = new Map()));
  return found;
}

/**
 * Numbers of a paper, as of a day. Who asks for those of the same series while a question is under way waits for its answer, and is asked for
 * together with the others who wait: sixteen writers move the counter twice, not sixteen times.
 */
export async function nextNumbers(
  tx: DatabaseSession,
  paper: AnyPaper,
  field: Field,
  count: number,
  asOf: string,
): Promise<string[]> {
  if (!tx.authority.keeps) return takeNumbers(tx, paper, field, count, asOf);
  const key = `${tx.tenantId} ${paper.table} ${asOf}`;
  const queue = ofApp(waiting, tx.app);
  const running = ofApp(under, tx.app);
  const shared = queue.get(key);
  if (shared) {
    const from = shared.count;
    shared.count += count;
    return (await shared.asked).slice(from, from + count);
  }
  const before = running.get(key);
  const ask = (many: number): Promise<string[]> => {
    const asked = takeNumbers(tx, paper, field, many, asOf);
    const done = asked.then(
      () => {},
      () => {},
    );
    running.set(key, done);
    void done.then(() => {
      if (running.get(key) === done) running.delete(key);
    });
    return asked;
  };
  if (!before) return ask(count);
  const mine: Waiting = {
    count,
    asked: before.then(() => {
      queue.delete(key);
      return ask(mine.count);
    }),
  };
  queue.set(key, mine);
  return (await mine.asked).slice(0, count);
}

/**
 * Takes them; the counter moves once, however many they are. It moves on a connection of its own and at once, so that
 * nobody holds it while he waits for a row. Gaps are possible, doubles are not: what is kept later than the counter is written later, too.
 */
async function takeNumbers(
  tx: DatabaseSession,
  paper: AnyPaper,
  field: Field,
  count: number,
  asOf: string,
): Promise<string[]> {
  const values = new Parameters();
  const { tenant, rule, day, rules, period } = asked(tx, paper, field, values, asOf);
  const many = `${values.add(count)}::bigint`;
  // Dry run: use numbers outside the counter.
  const last = !tx.authority.keeps
    ? `(${values.add(NO_NUMBER + randomInt(NO_NUMBER / 2))}::bigint + ${many})`
    : `next_numbers(${tenant}, ${rule}, ${period}, ${many})`;
  const sql = `with taken as materialized (select r.*, ${last} as last, set_config('synchronous_commit', 'off', true) from ${rules})
    select ${inFull(day)} as no from (select t.*, (t.last - ${many} + g)::text as n, g from taken t, generate_series(1, ${many}) g) c order by c.g`;
  return (await tx.app.sidePool.read(tx.actor.tenancy, (side) => side.query<{ no: string }>(sql, values.values))).map(
    (row) => row.no,
  );
}
