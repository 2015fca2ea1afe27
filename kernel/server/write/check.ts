import { type Accepted, isEmpty, missing } from '#kernel/fields/kind.ts';
import { kindOf } from '#kernel/fields/kinds.ts';
import { isMaskOf } from '#kernel/fields/mask.ts';
import { isId, notFound } from '#kernel/fields/ref/ref.ts';
import type { StructuredPart } from '#kernel/fields/structured/structured.ts';
import { unknownKey } from '#kernel/fields/dict/dict.ts';
import type { Field, Fields } from '#kernel/language/field.ts';
import { type Label, bilingual } from '#kernel/language/label.ts';
import { type AnyPaper, columnOf, storedFields } from '#kernel/language/paper.ts';
import type { FieldProblem } from '#kernel/language/refusal.ts';
import { type Term, decide } from '#kernel/language/permission.ts';
import type { App } from '../app.ts';
import { Parameters } from '../database/statement.ts';
import { scopeSql } from '../list/scope.ts';
import { pointedIn } from '../list/pointed.ts';
import { row as refuse } from '../refusals.ts';
import { offering } from '../rows/offered.ts';
import { headersOf } from './headers.ts';
import type { DatabaseSession } from './session/database-session.ts';
import type { Actor } from '../session/actor.ts';

export type CheckedValues = Record<string, unknown>;

/** May a person write this field? */
export const isProvided = (field: Field): boolean =>
  !field.auto && !field.computed && (!field.secret || field.sealed === true);

const problemOf = (accepted: Accepted, name: string): FieldProblem[] =>
  'problem' in accepted ? [{ field: name, words: accepted.problem }] : [];

/** A mask that comes back stands for what is stored, and so does what the product said, in either language; and nobody can send back a secret, which he cannot read. */
const isUntouched = (field: Field, given: unknown, before: unknown): boolean =>
  field.sealed
    ? isEmpty(given)
    : field.isProductText
      ? typeof before === 'string' && bilingual(before).includes(String(given))
      : Boolean(field.personal) && !isEmpty(given) && isMaskOf(given, before as string | null, field.personal!);

/** Does it say that a row of a tree stands at the top? Clients of the family write 0. */
const isTop = (paper: AnyPaper, name: string, given: unknown): boolean =>
  paper.tree?.parent === name && (given === 0 || given === '0');

/** Under which name a body carries a field: its own, or another one that the paper says for it. */
function sentName({ says = {} }: AnyPaper, name: string, body: Readonly<CheckedValues>): string | undefined {
  const names = [name, ...Object.keys(says).filter((one) => (says as Record<string, string>)[one] === name)];
  return names.find((one) => Object.hasOwn(body, one));
}

/**
 * The known, writable fields of a body as values to store. Unknown and read-only ones are left out (old clients send whole rows back);
 * a masked number that comes back unchanged is left as it is.
 */
export function readBody(
  paper: AnyPaper,
  body: Readonly<CheckedValues>,
  before: CheckedValues | null,
): { values: CheckedValues; problems: FieldProblem[] } {
  const values: CheckedValues = {};
  const problems: FieldProblem[] = [];
  for (const [name, field] of storedFields(paper)) {
    const sent = isProvided(field) ? sentName(paper, name, body) : undefined;
    if (sent === undefined) continue;
    const given = body[sent];
    if (before && isUntouched(field, given, before[name])) continue;
    const read = readOne(paper, name, given, before);
    if ('problem' in read) problems.push({ field: name, words: read.problem });
    else values[name] = read.value;
    if (before && name === paper.key && isKeyChanged(given, before[name]))
      problems.push({ field: name, words: ['编号建立后不能修改', 'It cannot be changed once saved'] });
  }
  return { values, problems };
}

function readOne(paper: AnyPaper, name: string, given: unknown, before: CheckedValues | null): Accepted {
  if (isEmpty(given) || given === undefined || isTop(paper, name, given)) return { value: null };
  const field = paper.fields[name];
  const accepted = kindOf(field).accept(given, field);
  return 'problem' in accepted && isStored(field, given, before?.[name]) ? { value: before![name] } : accepted;
}

/** Is it the stored number? One from before a bound comes back unchanged: bounds are judged of changed values alone. */
function isStored(field: Field, given: unknown, before: unknown): boolean {
  if (!kindOf(field).number || isEmpty(before)) return false;
  const [sent, stored] = [given, before].map((value) =>
    kindOf(field).accept(value, { ...field, min: 'any', max: Number.MAX_SAFE_INTEGER, clamps: false } as Field),
  );
  return 'value' in sent && 'value' in stored && sent.value === stored.value;
}

/** Others keep the code of a row: it never becomes another. */
const isKeyChanged = (given: unknown, before: unknown): boolean => String(given ?? '') !== String(before ?? '');

/** What is required and has no value, neither given nor stored. */
export function missingFields(paper: AnyPaper, values: CheckedValues): FieldProblem[] {
  return storedFields(paper)
    .filter(([name, field]) => field.required && !field.auto && isEmpty(values[name]))
    .map(([name, field]) => ({ field: name, words: missing(kindOf(field), field) }));
}

/** The values an action asks for. */
export function readInput(asks: Fields, body: Readonly<CheckedValues>): CheckedValues {
  const values: CheckedValues = {};
  const problems: FieldProblem[] = [];
  for (const [name, field] of Object.entries(asks)) {
    const given = body[name];
    if (isEmpty(given)) {
      values[name] = null;
      if (field.required) problems.push({ field: name, words: missing(kindOf(field), field) });
      continue;
    }
    const accepted = kindOf(field).accept(given, field);
    problems.push(...problemOf(accepted, name));
    if ('value' in accepted) values[name] = accepted.value;
  }
  refuseProblems(problems);
  return values;
}

export function refuseProblems(problems: readonly FieldProblem[]): void {
  if (problems.length) throw refuse.invalid({ first: problems[0].words }, { fields: problems });
}

const idsOf = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : [String(value)]);

/**
 * References must point at living, enabled rows of the same tenant that their writer may see, or that their picker offers him; keys must
 * stand in the tenant's dictionaries. Those that did not change are left alone. A header is looked for by who holds it.
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
    if (field.dictionary) checks.push(checkKeys(tx.app, tx.tenantId, field, idsOf(value), report));
    else if (field.paper) checks.push(checkRows(tx, field, idsOf(value), report));
    else for (const part of partsPointing(field, value)) checks.push(checkRows(tx, part, part.ids, report));
  }
  await Promise.all(checks);
  return problems;
}

/** The parts of a structured value that point at rows, with the ids they name. */
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

/** The rows of a paper that somebody may point at: all where everybody picks from it, else those he sees. Files ask for themselves when they are bound. */
export function sightOf(app: App, { person }: Pick<Actor, 'person'>, target: AnyPaper): readonly Term[] {
  if (target.pickable || target === app.ownPapers.attachment) return [{ kind: 'all' }];
  return decide(person, target, 'view').where;
}

/** Is every one of them among what the picker of the field offers? */
async function areOffered(tx: DatabaseSession, field: Partial<Field>, ids: readonly string[]): Promise<boolean> {
  const offered = await offering(tx.app, field)?.(tx.context);
  return Boolean(offered && ids.every((id) => offered.includes(id)));
}

/** Living, enabled rows that nobody takes away before the commit, seen by everybody: they need not be asked for. */
const areHeld = (tx: DatabaseSession, { table }: AnyPaper, ids: readonly string[], sight: readonly Term[]): boolean =>
  sight.some((term) => term.kind === 'all') && ids.every((id) => Number(tx.locks.row(table, id)?.status) === 1);

/** These rows by the key that points at them. */
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
  // Held until the end, so that nobody removes meanwhile what is pointed at.
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
