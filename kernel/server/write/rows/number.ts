import { isEmpty } from '#kernel/fields/kind.ts';
import { type Field, isPaperNumber } from '#kernel/language/field.ts';
import { type AnyPaper, fieldsOf, numberName } from '#kernel/language/paper.ts';
import { randomInt } from 'node:crypto';
import type { App } from '../../app.ts';
import { Parameters } from '../../database/statement.ts';
import type { Stored, Values } from '../../rows/stored-row.ts';
import { type ActStep, isByPerson, isSingle } from '../act.ts';
import type { InsertFound } from '../found.ts';
import { nulls } from './stored.ts';
import type { DatabaseSession } from '../session/database-session.ts';
import { isEnabled } from '../steps/values.ts';

/**
 * Date part of the standard rule of numbers: prefix, day, four digits, restarted every day. A field with a yearly
 * `cycle` has the year instead.
 */
const DATE = 'yyyyMMdd';

const DIGITS = 4;

/** Lower bound of the numbers of dry runs, far above any counter. */
const NO_NUMBER = 500_000_000;

/** SQL of the number rule of a paper, as one row: that of the tenant, else the standard one. */
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
  /** SQL of the period in which the counter runs, over the rule `r`. */ readonly period: string;
}

function numberSqlOf(tx: DatabaseSession, paper: AnyPaper, field: Field, values: Parameters, asOf: string): Asked {
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

/** SQL of the formatted number, over the rule `c` with the counter's value as `n`. */
const inFull = (day: string): string =>
  `c.prefix || case c.date_part when 'none' then '' else left(${day}, length(c.date_part)) end || c.joint || lpad(c.n, greatest(c.seq_length, length(c.n)), '0')`;

/** Return the next number of a paper. */
export const nextPaperNumber = async (tx: DatabaseSession, paper: AnyPaper, field: Field): Promise<string> =>
  (await nextNumbers(tx, paper, field, 1, tx.today()))[0];

/** Next counter update: requests that arrive while one is under way are joined in it. */
interface Waiting {
  count: number;
  readonly numbers: Promise<string[]>;
}

const under = new WeakMap<App, Map<string, Promise<unknown>>>();

const waiting = new WeakMap<App, Map<string, Waiting>>();

function ofApp<V>(all: WeakMap<App, Map<string, V>>, app: App): Map<string, V> {
  let found = all.get(app);
  if (!found) all.set(app, (found = new Map()));
  return found;
}

/**
 * Return numbers of a paper, as of a day. Requests that arrive while a counter update is under way share the next one:
 * sixteen writers update the counter twice, not sixteen times.
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
    return (await shared.numbers).slice(from, from + count);
  }
  const before = running.get(key);
  const ask = (many: number): Promise<string[]> => {
    const numbers = takeNumbers(tx, paper, field, many, asOf);
    const done = numbers.then(
      () => {},
      () => {},
    );
    running.set(key, done);
    void done.then(() => {
      if (running.get(key) === done) running.delete(key);
    });
    return numbers;
  };
  if (!before) return ask(count);
  const mine: Waiting = {
    count,
    numbers: before.then(() => {
      queue.delete(key);
      return ask(mine.count);
    }),
  };
  queue.set(key, mine);
  return (await mine.numbers).slice(0, count);
}

/**
 * Take numbers by one counter update, on a connection of its own: no transaction holds the counter while it waits for a
 * row. Gaps are possible, duplicates are not: the rows are written after the counter.
 */
async function takeNumbers(
  tx: DatabaseSession,
  paper: AnyPaper,
  field: Field,
  count: number,
  asOf: string,
): Promise<string[]> {
  const values = new Parameters();
  const { tenant, rule, day, rules, period } = numberSqlOf(tx, paper, field, values, asOf);
  const many = `${values.add(count)}::bigint`;
  // A dry run uses random numbers far above the counter, so that it leaves no gap.
  const last = !tx.authority.keeps
    ? `(${values.add(NO_NUMBER + randomInt(NO_NUMBER / 2))}::bigint + ${many})`
    : `next_numbers(${tenant}, ${rule}, ${period}, ${many})`;
  const sql = `with taken as materialized (select r.*, ${last} as last, set_config('synchronous_commit', 'off', true) from ${rules})
    select ${inFull(day)} as no from (select t.*, (t.last - ${many} + g)::text as n, g from taken t, generate_series(1, ${many}) g) c order by c.g`;
  return (await tx.app.sidePool.read(tx.actor.tenancy, (side) => side.query<{ no: string }>(sql, values.values))).map(
    (row) => row.no,
  );
}

/** Return a new row with the columns of every row: id, creator, times, tenant, version. */
export const stamped = (
  session: DatabaseSession,
  paper: AnyPaper,
  input: Readonly<Values>,
  values: Readonly<Values>,
  id: string,
): Stored =>
  ({
    ...values,
    id,
    status: paper.lifecycle || paper.says?.status ? 1 : isEnabled(input),
    isDeleted: 0,
    version: 1,
    createUser: session.person.id,
    createDept: (values.createDept as string | null | undefined) ?? session.dept,
    createTime: session.now(),
    updateUser: session.person.id,
    updateTime: session.now(),
    ...(paper.owner !== 'platform' && { tenantId: session.tenantId }),
  }) as Stored;

/** Give new rows their numbers, ids and stamps. */
export const numberRows: ActStep<InsertFound> = {
  name: 'numberRows',
  kind: 'write',
  async run({ session, act }, { values }) {
    const { paper, input } = act;
    const number = isSingle(act) ? undefined : numberName(paper);
    // Take the numbers before the ids, so that a row with a later number has a later id.
    const numbers = number
      ? (await nextNumbers(session, paper, numberFieldOf(paper), values.length, session.today())).map((no) => ({
          [number]: no,
        }))
      : await Promise.all(isSingle(act) ? values.map((one) => numbersOf(session, paper, one)) : []);
    const ids = await session.newIds(values.length);
    const rows = values.map((one, at) => {
      const dept = !isByPerson(act) && !isEmpty(input[at].createDept) ? { createDept: input[at].createDept } : {};
      return stamped(session, paper, input[at], { ...dept, ...one, ...numbers[at] }, ids[at]);
    });
    return { rows, after: rows.map((row) => ({ ...nulls(paper), ...row })) };
  },
};

/** Return a new number for each number field of a row that is empty. */
export async function numbersOf(tx: DatabaseSession, paper: AnyPaper, row: Readonly<Values>): Promise<Values> {
  const numbers: Values = {};
  for (const [name, field] of fieldsOf(paper))
    if (isPaperNumber(field) && !row[name]) numbers[name] = await nextPaperNumber(tx, paper, field);
  return numbers;
}
