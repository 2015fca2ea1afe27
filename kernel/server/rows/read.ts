import { reasonGiven } from '../write/authority.ts';
import { kindOf } from '#kernel/fields/kinds.ts';
import { isId } from '#kernel/fields/ref/ref.ts';
import { type AnyPaper, columnOf } from '#kernel/language/paper.ts';
import { type Decision, type Term, decide, visibleTo, workOf } from '#kernel/language/permission.ts';
import type { Sql } from '../context.ts';
import { type App, paperNamed } from '../app.ts';
import { Parameters } from '../database/statement.ts';
import { type RowPage, readPage, readListRow } from '../list/list.ts';
import { scopeSql } from '../list/scope.ts';
import { detailFields, listFields, shaper } from '../list/shape.ts';
import { asksExactTotal, looksThrough } from '../list/total.ts';
import { http as refuseHttp, row as refuse } from '../refusals.ts';
import { nowOf } from '../time/tenancy.ts';
import type { Actor } from '../session/actor.ts';
import { allowedActions } from './abilities.ts';
import { closedLines } from './lines/closed-lines.ts';
import { pointingFields } from './captions.ts';
import { presenterFor } from './presenter.ts';
import { closedUndos } from './own/undo.ts';

/** Return the decision. Refuse 403 without the right to any row. */
export function assertMay(actor: Actor, paper: AnyPaper, action: string): Decision {
  const decision = decide(actor.person, paper, action);
  if (!decision.allow) throw refuseHttp.forbidden();
  return decision;
}

/**
 * Return the reason of an act on behalf of others, or null for the caller's own right. Refuse where the reason is
 * missing.
 */
export const reasonOnBehalf = ({ onBehalfOf }: Decision, reason: unknown): string | null =>
  onBehalfOf ? reasonGiven(reason) : null;

const shapers = new WeakMap<AnyPaper, { list: ReturnType<typeof shaper>; detail: ReturnType<typeof shaper> }>();

function shapersOf(paper: AnyPaper): { list: ReturnType<typeof shaper>; detail: ReturnType<typeof shaper> } {
  let made = shapers.get(paper);
  if (!made)
    shapers.set(
      paper,
      (made = { list: shaper(paper, listFields(paper), true), detail: shaper(paper, detailFields(paper)) }),
    );
  return made;
}

type Rows = Record<string, unknown>[];

/** Return which of these rows are visible, removed ones included. */
export async function rowsInSight(
  app: App,
  actor: Actor,
  paper: AnyPaper,
  ids: readonly string[],
  where: readonly Term[],
): Promise<ReadonlySet<string>> {
  const values = new Parameters();
  values.now = nowOf(app.clock, actor.tenancy);
  const tenant = paper.owner === 'platform' ? '' : ` and t.tenant_id = ${values.add(actor.tenancy.tenantId)}`;
  const text = `select t.id from ${paper.table} t where t.id = any(${values.add(ids)}::bigint[])${tenant} and ${scopeSql(paper, where, values, (name) => paperNamed(app, name))}`;
  return new Set(
    (await app.db.read(actor.tenancy, (sql) => sql.query<{ id: string }>(text, values.values))).map((row) => row.id),
  );
}

/** Return the verbs that processes assign to this person, by governed row. */
export async function verbsAtGate(
  { gate, db }: App,
  actor: Actor,
  paper: AnyPaper,
  rows: Rows,
): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const life = paper.lifecycle;
  if (!gate || !life?.governed) return new Map();
  const pending = life.actions[life.governed.start].to;
  const ids = rows.filter((row) => row[life.field] === pending).map((row) => String(row.id));
  return ids.length ? gate.can({ db, actor }, paper, ids) : new Map();
}

/**
 * Return the verbs that are closed for rows which no process governs, where governance is optional. They depend on
 * whether a process is bound to the paper.
 */
export async function closedAtGate({ gate, db }: App, actor: Actor, paper: AnyPaper): Promise<ReadonlySet<string>> {
  const { governed } = paper.lifecycle ?? {};
  if (!governed?.optional) return new Set();
  return gate ? gate.closed({ db, actor }, paper) : new Set([governed.start]);
}

/**
 * Return the verbs of a row. In a governed row, approval and rejection are possible only where its process assigns them
 * to the caller.
 */
function throughGate(
  paper: AnyPaper,
  able: readonly string[],
  assigned: ReadonlySet<string> | undefined,
  closed: ReadonlySet<string>,
): string[] {
  const { governed } = paper.lifecycle ?? {};
  if (!assigned || !governed) return able.filter((name) => !closed.has(name));
  const taken = [governed.approve, governed.reject, ...(governed.closed ?? [])];
  return [...able.filter((name) => !taken.includes(name)), ...assigned];
}

/** Return the function that adapts rows of this paper to the published client of the session. */
async function familyAdapter(
  { behaviours, ports }: App,
  { origin }: Actor,
  { name }: AnyPaper,
): Promise<(row: Record<string, unknown>) => Record<string, unknown>> {
  const adapt = behaviours.get(name)?.forFamily;
  const client = adapt && origin.client ? await ports.familyClient(origin.client) : undefined;
  return adapt && client ? (row) => adapt(row, client) : (row) => row;
}

/** Return rows as the caller may read them, with captions and allowed verbs. */
export async function presentRow(
  app: App,
  actor: Actor,
  whole: AnyPaper,
  raw: Rows,
  face: 'list' | 'detail' = 'list',
): Promise<Rows> {
  const paper = visibleTo(actor.person, whole);
  const captions = await app.captions.of(
    actor.tenancy,
    raw,
    pointingFields(paper, face === 'list' ? listFields(paper) : detailFields(paper)),
    actor.language,
  );
  const eyes = { ...(await presenterFor(app, actor, [paper])), caption: captions };
  const shape = shapersOf(paper)[face];
  const can = await allowedActions(actor.person, paper, (where) =>
    rowsInSight(
      app,
      actor,
      paper,
      raw.map((one) => String(one.id)),
      where,
    ),
  );
  const gated = await verbsAtGate(app, actor, paper, raw);
  const shut = await closedAtGate(app, actor, paper);
  const closed = await closedLines(app, actor, paper, raw, (of, ids) =>
    rowsInSight(app, actor, of, ids, [workOf(actor.person, of)]),
  );
  const isClosedUndo = await closedUndos(app, actor, paper, raw);
  const adapted = await familyAdapter(app, actor, paper);
  return raw.map((one) => {
    const row = adapted(shape(one, eyes));
    if (paper.key) row.id = String(one[paper.key]);
    const able = can.of(one);
    const open = closed.has(String(one.id)) ? able.filter((name) => name !== 'edit' && name !== 'delete') : able;
    const now = open.filter((name) => !isClosedUndo(one, name));
    row._can = throughGate(paper, now, gated.get(String(one.id)), shut);
    const onBehalfOf = able.filter((name) => can.onBehalfOf.has(name));
    if (onBehalfOf.length) row._inStead = onBehalfOf;
    return row;
  });
}

/** Return a page of a list in the form of the envelope, read by `within` or by a connection of its own. */
export async function listPage(
  app: App,
  actor: Actor,
  whole: AnyPaper,
  query: Readonly<Record<string, unknown>>,
  within?: Sql,
): Promise<Record<string, unknown>> {
  const paper = visibleTo(actor.person, whole);
  const { where } = assertMay(actor, paper, 'view');
  const reading = {
    paper,
    tenantId: actor.tenancy.tenantId,
    where,
    query: await withDepartments(app, actor, paper, query),
    now: nowOf(app.clock, actor.tenancy),
  };
  const page: RowPage = await (within
    ? readPage(app, within, reading)
    : asksExactTotal(query)
      ? looksThrough(app, actor.tenancy, (sql) => readPage(app, sql, reading))
      : app.db.read(actor.tenancy, (sql) => readPage(app, sql, reading)));
  return {
    records: await presentRow(app, actor, paper, page.rows),
    total: page.total.total,
    size: page.size,
    current: page.current,
    pages: Math.ceil(page.total.total / page.size),
    ...(page.total.approx && { totalApprox: true }),
    ...(page.total.sums && { sums: page.total.sums, averages: page.total.averages }),
  };
}

/** Return the query with each filter on a department extended to the departments below it. */
export async function withDepartments(
  app: App,
  actor: Actor,
  paper: AnyPaper,
  query: Readonly<Record<string, unknown>>,
): Promise<Readonly<Record<string, unknown>>> {
  const out: Record<string, unknown> = { ...query };
  for (const [name, value] of Object.entries(query)) {
    const field = Object.hasOwn(paper.fields, name) ? paper.fields[name] : undefined;
    if (field && kindOf(field).subject === 'department' && typeof value === 'string' && /^\d+$/.test(value)) {
      out[name] = (await app.ports.departmentsBelow(actor.tenancy.tenantId, value)).join(',') || value;
    }
  }
  return out;
}

/**
 * Read a removed row in the caller's scope. `into`: the row that it was merged into, null without one. Undefined where
 * there is no such row.
 */
async function removedRow(
  app: App,
  actor: Actor,
  paper: AnyPaper,
  where: readonly Term[],
  id: string,
): Promise<{ into: string | null } | undefined> {
  const values = new Parameters();
  values.removed = true;
  const tenant = paper.owner === 'platform' ? '' : ` and t.tenant_id = ${values.add(actor.tenancy.tenantId)}`;
  const into = paper.mergedInto ? `t.${columnOf(String(paper.mergedInto))}::text` : 'null';
  const text = `select ${into} as into from ${paper.table} t where t.id = ${values.add(id)}${tenant} and t.is_deleted > 0 and ${scopeSql(paper, where, values, (name) => paperNamed(app, name))}`;
  return (await app.db.read(actor.tenancy, (sql) => sql.query<{ into: string | null }>(text, values.values)))[0];
}

/** Maximum number of merges that are followed from one row to the next. */
const MAX_MERGES = 20;

/** Return why a row is missing: it does not exist, or it was merged into another that the caller may see. */
async function whyMissing(app: App, actor: Actor, paper: AnyPaper, decision: Decision, id: string): Promise<Error> {
  const missing = refuse.missing({ title: paper.title });
  let next = paper.mergedInto ? (await removedRow(app, actor, paper, decision.where, id))?.into : null;
  for (let steps = 0; next && steps < MAX_MERGES; steps++) {
    const found: Record<string, unknown> | undefined = await app.db.read(actor.tenancy, (sql) =>
      readListRow(app, sql, { paper, tenantId: actor.tenancy.tenantId, decision, id: next! }),
    );
    if (found)
      return refuse.movedInto(
        { title: paper.title, caption: String(found[paper.caption] ?? '') },
        { data: { id: next, mergedInto: next } },
      );
    next = (await removedRow(app, actor, paper, decision.where, next))?.into;
  }
  return missing;
}

/**
 * Refuse a row out of the caller’s sight as missing, and return its stored id. A removed row counts as before its
 * removal.
 */
export async function assertInSight(app: App, actor: Actor, paper: AnyPaper, named: string): Promise<string> {
  const { where } = assertMay(actor, paper, 'view');
  const [id] = await existingIds(app, actor, paper, [named]);
  if (!isId(id)) throw refuse.missing({ title: paper.title });
  if (!(await rowsInSight(app, actor, paper, [id], where)).size) throw refuse.missing({ title: paper.title });
  return id;
}

/**
 * Return the stored ids for ids of a call: papers with a key of their own (regions) use it as id on the wire. If
 * several rows had a key, the living row counts, else the newest removed one.
 */
export async function existingIds(
  app: App,
  actor: Actor,
  paper: AnyPaper,
  named: readonly string[],
): Promise<string[]> {
  if (!paper.key || !named.length) return [...named];
  const values = new Parameters();
  const [key, tenant] = [
    `t.${columnOf(String(paper.key))}`,
    paper.owner === 'platform' ? '' : ` and t.tenant_id = ${values.add(actor.tenancy.tenantId)}`,
  ];
  const rows = await app.db.read(actor.tenancy, (sql) =>
    sql.query<{ id: string; key: string }>(
      `select distinct on (${key}) t.id, ${key} as key from ${paper.table} t where ${key} = any(${values.add(named)}::text[])${tenant} order by ${key}, t.is_deleted, t.id desc`,
      values.values,
    ),
  );
  const ids = new Map(rows.map((row) => [row.key, row.id]));
  return named.map((one) => ids.get(one) ?? one);
}

/** Return one row with everything the caller may see of it; out of scope: 404. */
export async function detailOf(app: App, actor: Actor, whole: AnyPaper, id: string): Promise<Record<string, unknown>> {
  const paper = visibleTo(actor.person, whole);
  const decision = assertMay(actor, paper, 'view');
  if (!isId(id)) throw refuse.missing({ title: paper.title });
  const raw = await app.db.read(actor.tenancy, (sql) =>
    readListRow(app, sql, {
      paper,
      tenantId: actor.tenancy.tenantId,
      decision,
      id,
      now: nowOf(app.clock, actor.tenancy),
    }),
  );
  if (!raw) throw await whyMissing(app, actor, paper, decision, id);
  return (await presentRow(app, actor, paper, [raw], 'detail'))[0];
}
