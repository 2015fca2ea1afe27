import type { AnyPaper } from '#kernel/language/paper.ts';
import { type Decision, type Term, decide } from '#kernel/language/permission.ts';
import { type House, paperNamed } from '../house.ts';
import { Parameters } from '../list/filter.ts';
import { type Page, readPage, readRow } from '../list/list.ts';
import { scopeSql } from '../list/scope.ts';
import { detailFields, listFields, shaper } from '../list/shape.ts';
import { http as refuseHttp, row as refuse } from '../refusals.ts';
import { nowOf } from '../time/tenancy.ts';
import type { Actor } from '../write/transaction.ts';
import { abler } from './abilities.ts';
import { pointingFields } from './captions.ts';
import { eyesFor } from './eyes.ts';

/** The decision, or a refusal 403 when the person may not do it with any row. */
export function assertMay(actor: Actor, paper: AnyPaper, action: string): Decision {
  const decision = decide(actor.person, paper, action);
  if (!decision.allow) throw refuseHttp.forbidden();
  return decision;
}

const shapers = new WeakMap<AnyPaper, { list: ReturnType<typeof shaper>; detail: ReturnType<typeof shaper> }>();

function shapersOf(paper: AnyPaper): { list: ReturnType<typeof shaper>; detail: ReturnType<typeof shaper> } {
  let made = shapers.get(paper);
  if (!made) shapers.set(paper, (made = { list: shaper(paper, listFields(paper)), detail: shaper(paper, detailFields(paper)) }));
  return made;
}

type Rows = Record<string, unknown>[];

async function within(house: House, actor: Actor, paper: AnyPaper, ids: readonly string[], where: readonly Term[]): Promise<ReadonlySet<string>> {
  const values = new Parameters();
  const tenant = paper.owner === 'platform' ? '' : ` and t.tenant_id = ${values.add(actor.tenancy.tenantId)}`;
  const text = `select t.id from ${paper.table} t where t.id = any(${values.add(ids)}::bigint[])${tenant} and ${scopeSql(paper, where, values, (name) => paperNamed(house, name).table)}`;
  return new Set((await house.db.read(actor.tenancy, (sql) => sql.query<{ id: string }>(text, values.values))).map((row) => row.id));
}

/** Rows as the caller may read them: with labels, and with what may be done. */
export async function shown(house: House, actor: Actor, paper: AnyPaper, raw: Rows, face: 'list' | 'detail' = 'list'): Promise<Rows> {
  const captions = await house.captions.of(actor.tenancy, raw, pointingFields(paper, face === 'list' ? listFields(paper) : detailFields(paper)));
  const eyes = { ...await eyesFor(house, actor.tenancy.tenantId, actor.language, [paper]), caption: captions };
  const shape = shapersOf(paper)[face];
  const can = await abler(actor.person, paper, (where) => within(house, actor, paper, raw.map((one) => String(one.id)), where));
  return raw.map((one) => {
    const row = shape(one, eyes);
    row._can = can(one);
    return row;
  });
}

/** A page of a list, in the envelope's form. */
export async function listPage(house: House, actor: Actor, paper: AnyPaper, query: Readonly<Record<string, unknown>>): Promise<Record<string, unknown>> {
  const { where } = assertMay(actor, paper, 'view');
  const reading = { paper, tenantId: actor.tenancy.tenantId, where, query: await withDepartments(house, actor, paper, query), now: nowOf(house.clock, actor.tenancy) };
  const page: Page = await house.db.read(actor.tenancy, (sql) => readPage(house, sql, reading));
  return {
    records: await shown(house, actor, paper, page.rows), total: page.total.total, size: page.size, current: page.current,
    pages: Math.ceil(page.total.total / page.size), ...(page.total.approx && { totalApprox: true }), ...(page.total.sums && { sums: page.total.sums }),
  };
}

/** A filter on a department means it and those below. */
export async function withDepartments(house: House, actor: Actor, paper: AnyPaper, query: Readonly<Record<string, unknown>>): Promise<Readonly<Record<string, unknown>>> {
  const out: Record<string, unknown> = { ...query };
  for (const [name, value] of Object.entries(query)) {
    const field = Object.hasOwn(paper.fields, name) ? paper.fields[name] as { kind: string } : undefined;
    if (field?.kind === 'department' && typeof value === 'string' && /^\d+$/.test(value)) {
      out[name] = (await house.ports.departmentsBelow(actor.tenancy.tenantId, value)).join(',') || value;
    }
  }
  return out;
}

/** One row with everything the caller may see of it; out of sight = 404. */
export async function detailOf(house: House, actor: Actor, paper: AnyPaper, id: string): Promise<Record<string, unknown>> {
  const decision = assertMay(actor, paper, 'view');
  if (!/^\d{1,19}$/.test(id)) throw refuse.missing({ title: paper.title });
  const raw = await house.db.read(actor.tenancy, (sql) => readRow(house, sql, { paper, tenantId: actor.tenancy.tenantId, decision, id, now: nowOf(house.clock, actor.tenancy) }));
  if (!raw) throw refuse.missing({ title: paper.title });
  return (await shown(house, actor, paper, [raw], 'detail'))[0];
}
