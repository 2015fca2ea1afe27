import { columnFor } from '#kernel/fields/columns.server.ts';
import { isEmpty } from '#kernel/fields/kind.ts';
import { kindOf } from '#kernel/fields/kinds.ts';
import type { Field } from '#kernel/language/field.ts';
import type { Label } from '#kernel/language/label.ts';
import type { Lifecycle } from '#kernel/language/lifecycle.ts';
import { type AnyPaper, columnOf, fieldsOf, storedFields } from '#kernel/language/paper.ts';
import type { Term } from '#kernel/language/permission.ts';
import { Parameters } from '../list/filter.ts';
import { scopeSql } from '../list/scope.ts';
import { row as refuse } from '../refusals.ts';
import { checkPointers, missingFields, readBody, refuseProblems } from './check.ts';
import { assertNoDuplicate } from './duplicate.ts';
import { saveLines } from './lines.ts';
import { writeLog } from './log.ts';
import { nextNumber } from './number.ts';
import { copySnapshots } from './snapshot.ts';
import type { Transaction } from './transaction.ts';
import { refuseTaken } from './taken.ts';
import { assertMayEdit, assertVersion } from './guard.ts';

/** A row as it is stored: accepted values, null where empty. */
export type Stored = Record<string, unknown>;

export interface SaveOptions {
  /** The product itself writes: fields set by the server too, in any state. */
  readonly trusted?: boolean;
  readonly note?: string;
  /** The other keys of the body, for the behaviour. */
  readonly extra?: Readonly<Stored>;
  readonly where?: readonly Term[];
  /** Save unfinished, where the lifecycle has a draft. */
  readonly draft?: boolean;
  /** How the log calls it. */
  readonly label?: Label;
  readonly action?: string;
}

const ALL: readonly Term[] = [{ kind: 'all' }];
const baseNames = ['id', 'createUser', 'createDept', 'createTime', 'updateUser', 'updateTime', 'status', 'version', 'isDeleted'];

export const storedSelect = (paper: AnyPaper): string =>
  [...baseNames, ...(paper.owner === 'platform' ? [] : ['tenantId']), ...storedFields(paper).map(([name]) => name)]
    .filter((name, at, all) => all.indexOf(name) === at).map((name) => `t.${columnOf(name)} as "${name}"`).join(', ');

/** From the driver's values to stored ones: what the kinds accept. */
export function readRaw(paper: AnyPaper, raw: Stored): Stored {
  const out: Stored = { ...raw, createTime: String(raw.createTime).slice(0, 19), updateTime: String(raw.updateTime).slice(0, 19) };
  for (const [name, field] of storedFields(paper)) {
    const column = columnFor(field);
    out[name] = raw[name] === null || raw[name] === undefined ? null : column.read && field.kind !== 'refs' ? column.read(raw[name], field) : raw[name];
  }
  return out;
}

/** The stored row, locked when it is about to change; null when there is none in sight. */
export async function readStored(tx: Transaction, paper: AnyPaper, id: string, how: { lock?: boolean; where?: readonly Term[]; deleted?: boolean } = {}): Promise<Stored | null> {
  const values = new Parameters();
  const conditions = [`t.id = ${values.add(id)}`, `t.is_deleted = ${how.deleted ? 1 : 0}`];
  if (paper.owner !== 'platform') conditions.push(`t.tenant_id = ${values.add(tx.tenantId)}`);
  conditions.push(scopeSql(paper, how.where ?? ALL, values, (name) => tx.paper(name).table));
  const rows = await tx.sql.query(`select ${storedSelect(paper)} from ${paper.table} t where ${conditions.join(' and ')}${how.lock ? ' for update of t' : ''}`, values.values);
  return rows.length ? readRaw(paper, rows[0]) : null;
}

/** Values of trusted callers go through the kinds too, so that what is stored has one form. */
function readTrusted(paper: AnyPaper, given: Stored): Stored {
  const values: Stored = {};
  for (const [name, field] of storedFields(paper)) {
    if (!Object.hasOwn(given, name)) continue;
    if (isEmpty(given[name])) { values[name] = null; continue; }
    const accepted = kindOf(field).accept(given[name], field);
    if ('problem' in accepted) refuseProblems([{ field: name, words: accepted.problem }]);
    else values[name] = accepted.value;
  }
  return values;
}

function firstState(paper: AnyPaper, values: Stored, draft: boolean | undefined): Stored {
  const life = paper.lifecycle as Lifecycle | undefined;
  if (!life || values[life.field]) return values;
  const drafts = draft && life.moves.some((move) => move[0] === '*' && move[1] === 'draft');
  const creating = Object.values(life.actions).find((action) => (action.from as readonly string[]).includes('*'))?.to ?? life.moves.find((move) => move[0] === '*')?.[1];
  return { ...values, [life.field]: drafts ? 'draft' : creating };
}

function withInitial(paper: AnyPaper, values: Stored): Stored {
  const initial = fieldsOf(paper).filter(([name, field]) => field.initial !== undefined && isEmpty(values[name])).map(([name, field]) => [name, field.initial]);
  return { ...values, ...Object.fromEntries(initial) };
}

const enabledOf = (given: Stored): number => (given.status === 0 || given.status === '0' ? 0 : 1);

/** Creates a row as a person or the product asks: checked, numbered, with its lines, effects, log and event. */
export async function insertRow(tx: Transaction, paper: AnyPaper, given: Stored, options: SaveOptions = {}): Promise<Stored> {
  const read = options.trusted ? { values: readTrusted(paper, given), problems: [] } : readBody(paper, given, null);
  let values = await copySnapshots(tx, paper, withInitial(paper, read.values), null);
  values = firstState(paper, values, options.draft);
  const problems = [...read.problems, ...missingFields(paper, values).filter((one) => !read.problems.some((other) => other.field === one.field))];
  if (!options.trusted && problems.length === 0) problems.push(...await checkPointers(tx.house, tx.sql, tx.tenantId, paper.fields, values, null));
  refuseProblems(problems);
  const behaviour = tx.house.behaviours.get(paper.name);
  const extra = options.extra ?? {};
  await assertNoDuplicate(tx, paper, values, null, extra);
  values = { ...values, ...await behaviour?.saving?.(tx, { before: null, values: values as never, extra }) };
  for (const [name, field] of fieldsOf(paper)) if (field.kind === 'paperNumber' && !values[name]) values[name] = await nextNumber(tx, paper, field);
  const row: Stored = { ...values, id: await tx.newId(), status: enabledOf(given), isDeleted: 0, version: 1, createUser: tx.person.id, createDept: given.createDept ?? tx.dept, createTime: tx.now(), updateUser: tx.person.id, updateTime: tx.now() };
  if (paper.owner !== 'platform') row.tenantId = tx.tenantId;
  await insert(tx, paper, row);
  const stored: Stored = { ...nulls(paper), ...row };
  await saveLines(tx, paper, stored, given, options);
  await writeLog(tx, { paper, row: stored, before: null, action: options.action ?? 'add', label: options.label ?? ['新增', 'Added'], remark: options.note });
  tx.changed(paper, stored, 'add');
  const more = await behaviour?.saved?.(tx, { before: null, row: stored as never, extra });
  return more ? { ...(await readStored(tx, paper, String(stored.id))) ?? stored, ...more } : stored;
}

const nulls = (paper: AnyPaper): Stored => Object.fromEntries(storedFields(paper).map(([name]) => [name, null]));

const bound = (paper: AnyPaper, name: string, value: unknown): unknown => {
  const field = paper.fields[name] as Field | undefined;
  if (value === null || value === undefined || !field) return value ?? null;
  const column = columnFor(field);
  return column.bind ? column.bind(value) : value;
};

async function insert(tx: Transaction, paper: AnyPaper, row: Stored): Promise<void> {
  const names = Object.keys(row).filter((name) => baseNames.includes(name) || name === 'tenantId' || paper.fields[name]);
  const text = `insert into ${paper.table} (${names.map(columnOf).join(', ')}) values (${names.map((_, at) => `$${at + 1}`).join(', ')})`;
  await tx.sql.query(text, names.map((name) => bound(paper, name, row[name]))).catch(refuseTaken(paper, row));
}

/** Writes changed columns under a guard in SQL; answers false when the guard did not hold. */
export async function updateColumns(tx: Transaction, paper: AnyPaper, before: Stored, values: Stored, guard?: { readonly field: string; readonly from: readonly string[] }): Promise<boolean> {
  const names = Object.keys(values).filter((name) => paper.fields[name] || name === 'status' || name === 'isDeleted');
  const list: unknown[] = [before.id, before.version, tx.person.id, tx.now()];
  const sets = names.map((name) => `${columnOf(name)} = $${list.push(bound(paper, name, values[name]))}`);
  const tenant = paper.owner === 'platform' ? '' : ` and t.tenant_id = $${list.push(tx.tenantId)}`;
  const state = guard ? ` and t.${columnOf(guard.field)} = any($${list.push([...guard.from])}::text[])` : '';
  const text = `update ${paper.table} t set ${[...sets, 'version = t.version + 1', 'update_user = $3', 'update_time = $4'].join(', ')} where t.id = $1 and t.version = $2${tenant}${state} returning t.id`;
  const done = await tx.sql.query(text, list).catch(refuseTaken(paper, { ...before, ...values }));
  return done.length === 1;
}

const changedOnly = (before: Stored, values: Stored): Stored =>
  Object.fromEntries(Object.entries(values).filter(([name, value]) => JSON.stringify(value ?? null) !== JSON.stringify(before[name] ?? null)));

/** Changes a row as a person or the product asks. Nothing changed = nothing written. */
export async function updateRow(tx: Transaction, paper: AnyPaper, id: string, given: Stored, options: SaveOptions = {}): Promise<Stored> {
  const before = await readStored(tx, paper, id, { lock: true, where: options.where });
  if (!before) throw refuse.missing({ title: paper.title });
  await assertVersion(tx, paper, before, given.version);
  const read = options.trusted ? { values: readTrusted(paper, given), problems: [] } : readBody(paper, given, before);
  let values = changedOnly(before, await copySnapshots(tx, paper, read.values, before));
  const after = { ...before, ...values };
  refuseProblems([...read.problems, ...missingFields(paper, after)]);
  const behaviour = tx.house.behaviours.get(paper.name);
  const extra = options.extra ?? {};
  if (!options.trusted) {
    assertMayEdit(paper, before, values);
    refuseProblems(await checkPointers(tx.house, tx.sql, tx.tenantId, paper.fields, values, before));
    await assertNoDuplicate(tx, paper, after, before, extra);
  }
  values = changedOnly(before, { ...values, ...await behaviour?.saving?.(tx, { before: before as never, values: values as never, extra }) });
  if (given.status !== undefined && given.status !== '' && enabledOf(given) !== before.status) values.status = enabledOf(given);
  const lines = await saveLines(tx, paper, before, given, options);
  let row = before;
  if (Object.keys(values).length || lines) {
    if (!await updateColumns(tx, paper, before, values)) throw refuse.changed();
    row = { ...before, ...values, version: Number(before.version) + 1, updateTime: tx.now(), updateUser: tx.person.id };
    await writeLog(tx, { paper, row, before, action: options.action ?? 'edit', label: options.label ?? ['修改', 'Changed'], remark: options.note });
    tx.changed(paper, row, 'edit');
  }
  const more = await behaviour?.saved?.(tx, { before: before as never, row: row as never, extra });
  return more ? { ...(await readStored(tx, paper, id)) ?? row, ...more } : row;
}
