import { columnFor } from '#kernel/fields/columns.server.ts';
import { isEmpty } from '#kernel/fields/kind.ts';
import { type AnyPaper, type OnceRule, columnOf } from '#kernel/language/paper.ts';
import { row as refuse } from '../../refusals.ts';
import type { Stored, Values } from '../../rows/stored-row.ts';
import { type ActStep, bodyIn, isSingle } from '../act.ts';
import type { InsertFound } from '../found.ts';
import { firstRows } from '../rows/stored.ts';
import type { DatabaseSession } from '../session/database-session.ts';

export const onceRulesOf = (paper: AnyPaper): readonly OnceRule[] => (paper.once ?? []) as readonly OnceRule[];

const textOf = (value: unknown): string => (isEmpty(value) ? '' : String(value));

/** Does the rule apply to this row? */
const counts = ({ by, where, whileEnabled }: OnceRule, row: Readonly<Values>): boolean =>
  !isEmpty(row[by[0]]) &&
  (!whileEnabled || Number(row.status ?? 1) === 1) &&
  Object.entries(where ?? {}).every(([name, words]) => (words as readonly string[]).includes(textOf(row[name])));

/**
 * Return the fields that decide whether a row repeats another: those that are compared, and those by which the rule
 * applies.
 */
const watched = ({ by, within, where, whileEnabled }: OnceRule): string[] => [
  ...by,
  ...(within ? [within] : []),
  ...Object.keys(where ?? {}),
  ...(whileEnabled ? ['status'] : []),
];

const isSame = (rule: OnceRule, before: Readonly<Values>, after: Readonly<Values>): boolean =>
  counts(rule, before) && watched(rule).every((name) => textOf(before[name]) === textOf(after[name]));

/** Return a living row other than this one that stores the same fact; null where there is none. */
async function otherOf(
  tx: DatabaseSession,
  paper: AnyPaper,
  rule: OnceRule,
  after: Readonly<Values>,
): Promise<Stored | null> {
  const { by, within, where = {}, whileEnabled } = rule;
  const values: unknown[] = [];
  const is = (name: string, sign: string): string => {
    const field = paper.fields[name];
    return `t.${columnOf(name)} ${sign} $${values.push(isEmpty(after[name]) ? null : after[name])}::${columnFor(field).type(field)}`;
  };
  const terms = [
    'is_deleted = 0',
    ...(paper.owner === 'platform' ? [] : [`t.tenant_id = $${values.push(tx.tenantId)}`]),
    ...by.map((name, at) => is(name, at ? 'is not distinct from' : '=')),
    ...(within ? [is(within, 'is distinct from')] : []),
    ...Object.entries(where).map(([name, words]) => `t.${columnOf(name)}::text = any($${values.push(words)}::text[])`),
    ...(whileEnabled ? ['t.status = 1'] : []),
    ...(after.id ? [`t.id <> $${values.push(after.id)}::bigint`] : []),
  ];
  const [found] = await tx.sql.query<{ id: string }>(
    `select t.id::text as id from ${paper.table} t where ${terms.join(' and ')} order by t.id limit 1`,
    values,
  );
  return found ? ((await firstRows(tx, paper, { id: found.id }, 1))[0] ?? null) : null;
}

/** May the person store the same fact again, by the input and the button that the rule names? */
const mayRepeat = (tx: DatabaseSession, { unless }: OnceRule, body: Readonly<Values> | undefined): boolean =>
  unless !== undefined && [true, 'true'].some((one) => one === body?.[unless.extra]) && tx.may(unless.button);

/**
 * Refuse a row that stores a fact which another row stores already (`once` of the paper). The hash of the compared
 * values is locked, so the second of two writers finds the row of the first.
 */
export async function assertOnce(
  tx: DatabaseSession,
  paper: AnyPaper,
  after: Readonly<Values>,
  before: Readonly<Values> | null,
  body?: Readonly<Values>,
): Promise<void> {
  for (const rule of onceRulesOf(paper)) {
    if (!counts(rule, after) || (before && isSame(rule, before, after))) continue;
    await tx.lock(`once ${paper.table} ${rule.by.map((name) => `${name}=${textOf(after[name])}`).join('|')}`);
    const other = await otherOf(tx, paper, rule, after);
    if (!other || mayRepeat(tx, rule, body)) continue;
    throw (
      (await tx.app.behaviours.get(paper.name)?.repeated?.(tx.context, other)) ??
      refuse.once({ words: rule.words }, { data: { id: String(other.id) } })
    );
  }
}

const factsText = (paper: AnyPaper, row: Readonly<Values>): string =>
  onceRulesOf(paper)
    .flatMap((rule) => rule.by.map((name) => textOf(row[name])))
    .join('|');

/** Would two of these rows store the same fact? */
function storedTwice(rule: OnceRule, rows: readonly Readonly<Values>[]): boolean {
  const byFact = Map.groupBy(
    rows.filter((row) => counts(rule, row)),
    (row) => rule.by.map((name) => textOf(row[name])).join('|'),
  );
  const places = (some: readonly Readonly<Values>[]): number =>
    rule.within ? new Set(some.map((row) => textOf(row[rule.within!]))).size : some.length;
  return [...byFact.values()].some((some) => places(some) > 1);
}

/** Refuse rows that are written together where one repeats a stored fact, or two of them store the same. */
export async function assertAllOnce(
  tx: DatabaseSession,
  paper: AnyPaper,
  rows: readonly { readonly after: Readonly<Values>; readonly before: Readonly<Values> | null }[],
): Promise<void> {
  const all = rows.map(({ after }) => after);
  for (const rule of onceRulesOf(paper)) if (storedTwice(rule, all)) throw refuse.once({ words: rule.words });
  if (!onceRulesOf(paper).length) return;
  // Take the locks in one order, so that two such writes do not deadlock.
  const inOrder = rows.toSorted((a, b) => factsText(paper, a.after).localeCompare(factsText(paper, b.after)));
  for (const { after, before } of inOrder) await assertOnce(tx, paper, after, before);
}

/** Refuse a new row that stores a fact which another row stores already (`once` of the paper). */
export const storedOnce: ActStep<InsertFound> = {
  name: 'once',
  kind: 'check',
  refuses: ['row.once'],
  when: isSingle,
  run: ({ session, act }, { values }) => assertOnce(session, act.paper, values[0], null, bodyIn(act)),
};
