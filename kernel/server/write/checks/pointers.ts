import { idsIn } from '#kernel/language/values.ts';
import { unknownKey } from '#kernel/fields/dict/dict.ts';
import { isEmpty } from '#kernel/fields/kind.ts';
import { isId, notFound } from '#kernel/fields/ref/ref.ts';
import { type StructuredPart, pointingParts } from '#kernel/fields/structured/structured.ts';
import type { Field, Fields } from '#kernel/language/field.ts';
import type { Label } from '#kernel/language/label.ts';
import { type AnyPaper, columnOf, fieldOf, storedFields } from '#kernel/language/paper.ts';
import { type Term, decide } from '#kernel/language/permission.ts';
import type { FieldProblem } from '#kernel/language/refusal.ts';
import type { App } from '../../app.ts';
import { Parameters } from '../../database/statement.ts';
import { pointedIn } from '../../list/pointed.ts';
import { scopeSql } from '../../list/scope.ts';
import { offering } from '../../rows/offered.ts';
import type { Values } from '../../rows/stored-row.ts';
import type { Actor } from '../../session/actor.ts';
import { type ActStep, isByPerson, isSingle } from '../act.ts';
import type { InsertFound, UpdateFound } from '../found.ts';
import { headersOf } from '../headers/headers.ts';
import { missingReasons } from '../inputs/unusual.ts';
import type { DatabaseSession } from '../session/database-session.ts';
import { type CheckedValues, refuseProblems } from '../steps/values.ts';

/**
 * Return the problems of references and keys. A reference needs a living, enabled row of the tenant that the caller
 * sees or that the picker offers. A key needs an item of the tenant's dictionary. Unchanged values are not checked, and
 * headers are checked when they are locked.
 */
export async function checkPointers(
  tx: DatabaseSession,
  of: Pick<AnyPaper, 'fields'> | AnyPaper,
  values: CheckedValues,
  before: CheckedValues | null,
): Promise<FieldProblem[]> {
  const problems: FieldProblem[] = [];
  const checks: Promise<void>[] = [];
  const headers = 'name' in of ? headersOf(tx.app.papers, of).map((one) => one.parent) : [];
  for (const [name, field] of Object.entries(of.fields as Fields)) {
    const value = values[name];
    if (isEmpty(value) || headers.includes(name) || (before && String(before[name]) === String(value))) continue;
    const report = (words: Label): void => {
      problems.push({ field: name, words });
    };
    if (field.dictionary) checks.push(checkKeys(tx.app, tx.tenantId, field, idsIn(value), report));
    else if (field.paper) checks.push(checkRows(tx, field, idsIn(value), report));
    else for (const part of partsPointing(field, value)) checks.push(checkRows(tx, part, part.ids, report));
  }
  await Promise.all(checks);
  return problems;
}

/**
 * Return the references within a structured value: label, paper and ids of each part. A malformed id becomes 0, which
 * is never found.
 */
function partsPointing(field: Field, value: unknown): { label: Label; paper: string; ids: string[] }[] {
  const rows = (Array.isArray(value) ? value : [value]) as CheckedValues[];
  return ((field as { parts?: readonly StructuredPart[] }).parts ?? [])
    .filter((part) => part.type === 'ref' && part.paper)
    .map((part) => ({
      label: part.label,
      paper: part.paper!,
      ids: rows
        .map((row) => row[part.name])
        .filter((id) => !isEmpty(id))
        .map((id) => (isId(String(id)) ? String(id) : '0')),
    }));
}

async function checkKeys(
  app: App,
  tenantId: string,
  field: Field,
  keys: string[],
  report: (words: Label) => void,
): Promise<void> {
  const choices = await app.ports.choices(tenantId, field.dictionary?.code ?? '');
  if (keys.some((key) => !choices.some((choice) => choice.key === key)))
    report((unknownKey(field) as { problem: Label }).problem);
}

/**
 * Return the terms of rows that a person may refer to: all rows of a pickable paper, else the visible ones. Files are
 * checked when they are bound.
 */
export function sightOf(app: App, { person }: Pick<Actor, 'person'>, target: AnyPaper): readonly Term[] {
  if (target.pickable || target === app.ownPapers.attachment) return [{ kind: 'all' }];
  return decide(person, target, 'view').where;
}

/** Are all of these ids among the rows that the picker of the field offers? */
async function areOffered(tx: DatabaseSession, field: Partial<Field>, ids: readonly string[]): Promise<boolean> {
  const offered = await offering(tx.app, field)?.(tx.context);
  return Boolean(offered && ids.every((id) => offered.includes(id)));
}

/** Are all of these rows read and locked already, enabled, and visible to everybody? Then no statement is needed. */
const areHeld = (tx: DatabaseSession, { table }: AnyPaper, ids: readonly string[], sight: readonly Term[]): boolean =>
  sight.some((term) => term.kind === 'all') && ids.every((id) => Number(tx.locks.row(table, id)?.status) === 1);

/** Return the condition for rows with one of these keys. */
function namedBy(key: string, wanted: readonly string[], values: Parameters): string {
  const type = key === 'id' ? 'bigint' : 'text';
  return wanted.length === 1
    ? `t.${columnOf(key)} = ${values.add(wanted[0])}::${type}`
    : `t.${columnOf(key)} = any(${values.add(wanted)}::${type}[])`;
}

async function checkRows(
  tx: DatabaseSession,
  field: Pick<Field, 'label' | 'paper'> & Partial<Field>,
  ids: string[],
  report: (words: Label) => void,
): Promise<void> {
  const to = pointedIn(tx.app)(field.paper ?? '');
  if (!to) return;
  const target = tx.paper(field.paper!);
  const wanted = [...new Set(ids)];
  const sight = sightOf(tx.app, tx, target);
  if (to.key === 'id' && areHeld(tx, target, wanted, sight)) return;
  const values = new Parameters();
  const conditions = [namedBy(to.key, wanted, values), 't.is_deleted = 0', 't.status = 1'];
  if (to.tenants) conditions.push(`t.tenant_id = ${values.add(tx.tenantId)}`);
  const plain = conditions.join(' and ');
  conditions.push(scopeSql(target, sight, values, (name) => tx.paper(name)));
  // Lock the key of the referenced rows until the commit, so that they are not removed meanwhile.
  const held = to.key === 'id' ? ' for key share of t' : '';
  const found = await tx.sql.query(
    `select t.${columnOf(to.key)} from ${to.table} t where ${conditions.join(' and ')}${held}`,
    values.values,
  );
  if (found.length === wanted.length) return;
  if (field.offered && (await areOffered(tx, field, wanted))) {
    const there = await tx.sql.query(
      `select 1 from ${to.table} t where ${plain}`,
      values.values.slice(0, to.tenants ? 2 : 1),
    );
    if (there.length === wanted.length) return;
  }
  report((notFound(field) as { problem: Label }).problem);
}

const isPointing = (paper: AnyPaper, name: string): boolean => {
  const field = fieldOf(paper, name);
  return field !== undefined && (Boolean(field.dictionary ?? field.paper) || pointingParts(field).length > 0);
};

/** Merge the references and keys of several rows into one row with all of them, so that one check serves all. */
const united = (paper: AnyPaper, rows: readonly Values[]): Values =>
  Object.fromEntries(
    storedFields(paper)
      .filter(([name]) => isPointing(paper, name))
      .map(([name]) => [name, [...new Set(rows.flatMap((row) => (isEmpty(row[name]) ? [] : row[name])))]]),
  );

/** Refuse new rows with the problems collected so far. If there are none, check references and keys. */
export const pointers: ActStep<InsertFound> = {
  name: 'pointers',
  kind: 'check',
  refuses: ['row.invalid'],
  async run({ session, act }, { values, problems }) {
    refuseProblems(problems);
    if (!isByPerson(act)) return;
    const all = isSingle(act) ? values[0] : united(act.paper, values);
    refuseProblems(await checkPointers(session, act.paper, all, null));
  },
};

/**
 * Refuse days that are later than usual and have no reason (`unusual` of the paper), and references to rows that are
 * missing.
 */
export const pointersOfChange: ActStep<UpdateFound> = {
  name: 'pointers',
  kind: 'check',
  when: isByPerson,
  async run({ session, act: { paper } }, { before, values }) {
    refuseProblems(await missingReasons(session, paper, { ...before, ...values }, before));
    refuseProblems(await checkPointers(session, paper, values, before));
  },
};
