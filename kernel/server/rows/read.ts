import { reasonGiven } from '../write/session/reason.ts';
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

/** The decision, or a refusal 403 when the person may not do it with any row. */
export function assertMay(actor: Actor, paper: AnyPaper, action: string): Decision {
  const decision = decide(actor.person, paper, action);
  if (!decision.allow) throw refuseHttp.forbidden();
  return decision;
}

/** Why the person does this on behalf of others; null where he does it in his own right. Refused where he stands in and does not say why. */
export const reasonOnBehalf = ({ onBehalfOf: inStead }: Decision, given: unknown): string | null =>
  inStead ? reasonGiven(given) : null;

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

/** Which of these rows are in sight, those that were removed too. */
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

/** Verbs that a process gives to this person, of rows that one governs now. */
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

/** Verbs that no row has which nothing governs: whether a paper is sent or approved at once is said by its bindings. */
export async function closedAtGate({ gate, db }: App, actor: Actor, paper: AnyPaper): Promise<ReadonlySet<string>> {
  const { governed } = paper.lifecycle ?? {};
  if (!governed?.optional) return new Set();
  return gate ? gate.closed({ db, actor }, paper) : new Set([governed.start]);
}

/** What may be done with a governed row: who judges is said by its process. */
function throughGate(
  paper: AnyPaper,
  able: readonly string[],
  given: ReadonlySet<string> | undefined,
  closed: ReadonlySet<string>,
): string[] {
  const { governed } = paper.lifecycle ?? {};
  if (!given || !governed) return able.filter((name) => !closed.has(name));
  return [...able.filter((name) => name !== governed.approve && name !== governed.reject), ...given];
}

/** Rows as the caller may read them: with labels, and with what may be done. */
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
  return raw.map((one) => {
    const row = shape(one, eyes);
    if (paper.key) row.id = String(one[paper.key]);
    const able = can.of(one);
    const open = closed.has(String(one.id)) ? able.filter((name) => name !== 'edit' && name !== 'delete') : able;
    const now = open.filter((name) => !isClosedUndo(one, name));
    row._can = throughGate(paper, now, gated.get(String(one.id)), shut);
    const inStead = able.filter((name) => can.onBehalfOf.has(name));
    if (inStead.length) row._inStead = inStead;
    return row;
  });
}

/** A page of a list, in the envelope's form; read through the connection given, else through one of its own. */
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

/** A filter on a department means it and those below. */
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

/** A removed row as far as the caller would have seen it. */
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

/** Nobody merges so often. */
const MOST_MERGES = 20;

/** Why a row is not there: it never was, or it was merged into another that the caller may see. */
async function whyMissing(app: App, actor: Actor, paper: AnyPaper, decision: Decision, id: string): Promise<Error> {
  const missing = refuse.missing({ title: paper.title });
  let next = paper.mergedInto ? (await removedRow(app, actor, paper, decision.where, id))?.into : null;
  for (let steps = 0; next && steps < MOST_MERGES; steps++) {
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

/** Refuse a row out of the caller’s sight as missing, and return its stored id. A removed row counts as before its removal. */
export async function assertInSight(app: App, actor: Actor, paper: AnyPaper, given: string): Promise<string> {
  const { where } = assertMay(actor, paper, 'view');
  const [id] = await existingIds(app, actor, paper, [given]);
  if (!isId(id)) throw refuse.missing({ title: paper.title });
  if (!(await rowsInSight(app, actor, paper, [id], where)).size) throw refuse.missing({ title: paper.title });
  return id;
}

/** Rows that others point at by a code of their own (regions) have it for an id on the wire: from what a call names to the ids they are kept under. Of a code that is used again the living row is meant, else the one removed last. */
export async function existingIds(
  app: App,
  actor: Actor,
  paper: AnyPaper,
  given: readonly string[],
): Promise<string[]> {
  if (!paper.key || !given.length) return [...given];
  const values = new Parameters();
  const [key, tenant] = [
    `t.${columnOf(String(paper.key))}`,
    paper.owner === 'platform' ? '' : ` and t.tenant_id = ${values.add(actor.tenancy.tenantId)}`,
  ];
  const rows = await app.db.read(actor.tenancy, (sql) =>
    sql.query<{ id: string; key: string }>(
      `select distinct on (${key}) t.id, ${key} as key from ${paper.table} t where ${key} = any(${values.add(given)}::text[])${tenant} order by ${key}, t.is_deleted, t.id desc`,
      values.values,
    ),
  );
  const ids = new Map(rows.map((row) => [row.key, row.id]));
  return given.map((one) => ids.get(one) ?? one);
}

/** One row with everything the caller may see of it; out of sight = 404. */
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
