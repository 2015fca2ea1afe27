import type { AnyPaper } from '#kernel/language/paper.ts';
import { decide, visibleTo } from '#kernel/language/permission.ts';
import { Parameters } from '../../list/filter.ts';
import { detailFields, selectOf, shaper } from '../../list/shape.ts';
import { unpaged } from '../../list/unpaged.ts';
import { whereSql } from '../../list/where.ts';
import type { DatabaseSession } from '../../write/session/database-session.ts';
import { pointingFields } from '../captions.ts';
import { presenterFor } from '../presenter.ts';
import { withDepartments } from '../read.ts';
import { isId } from '#kernel/fields/ref/ref.ts';
import { row as refuse } from '../../refusals.ts';
import { assertNotOwn } from '../own/own-work.ts';
import { findRows } from '../../write/find.ts';

type Stored = Record<string, unknown>;
type Query = Readonly<Record<string, unknown>>;

/** The condition of a list over `t`, for whoever asks; or of the rows with which he may do something else than see them. */
export async function visibleCondition(
  tx: DatabaseSession,
  whole: AnyPaper,
  query: Query,
  action = 'view',
  named?: true,
): Promise<{ sql: string; values: unknown[] }> {
  const paper = visibleTo(tx.person, whole);
  const { allow, where } = decide(tx.person, paper, action);
  const values = new Parameters();
  if (!allow) return { sql: 'false', values: [] };
  const narrowed = await withDepartments(tx.app, tx.actor, paper, query);
  const sql = whereSql(tx.app, { paper, tenantId: tx.tenantId, where, query: narrowed, now: tx.now(), named }, values);
  return { sql, values: values.values };
}

/** The rows that somebody names, all of them within his scope of this action; refused as missing where one is not. */
export async function assertVisible(
  tx: DatabaseSession,
  paper: AnyPaper,
  ids: readonly string[],
  action: string,
): Promise<Stored[]> {
  const named = [...new Set(ids)];
  if (!named.length || !named.every(isId)) throw refuse.missing({ title: paper.title });
  const { sql, values } = await visibleCondition(tx, paper, {}, action, true);
  const at = values.length + 1;
  const seen = await tx.sql.query<{ id: string }>(
    `select t.id::text as id from ${paper.table} t where ${sql} and t.id = any($${at}::bigint[])`,
    [...values, named],
  );
  if (seen.length !== named.length) throw refuse.missing({ title: paper.title });
  const rows = await findRows(tx, paper, { id: named }, named.length);
  for (const row of rows) await assertNotOwn(tx, paper, paper.buttons?.[action]?.judges, row);
  return rows;
}

/** Rows as the asking person may read them, through the connection at hand. */
export async function readVisible(
  tx: DatabaseSession,
  paper: AnyPaper,
  query: Query,
  limit: number,
): Promise<Record<string, unknown>[]> {
  const { sql, values } = await visibleCondition(tx, paper, query);
  return sql === 'false' ? [] : shownRows(tx, paper, { sql, values }, limit);
}

/** Rows that belong to something the person was shown: masked and in words like all, whatever his scope says of them by themselves. */
export async function readPartsOfVisible(
  tx: DatabaseSession,
  paper: AnyPaper,
  query: Query,
  limit: number,
): Promise<Record<string, unknown>[]> {
  const values = new Parameters();
  const sql = whereSql(
    tx.app,
    { paper, tenantId: tx.tenantId, where: [{ kind: 'all' }], query, now: tx.now(), named: true },
    values,
  );
  return shownRows(tx, paper, { sql, values: values.values }, limit);
}

async function shownRows(
  tx: DatabaseSession,
  whole: AnyPaper,
  { sql, values }: { readonly sql: string; readonly values: unknown[] },
  limit: number,
): Promise<Record<string, unknown>[]> {
  const paper = visibleTo(tx.person, whole);
  const names = detailFields(paper);
  const text = `select ${selectOf(paper, names, tx.app.behaviours.get(paper.name), tx.today())} from ${paper.table} t where ${sql}`;
  // Who asks for one asks for the first.
  const raw =
    limit === 1
      ? await tx.sql.query(`${text} order by t.id limit 1`, values)
      : await unpaged(tx.sql, { text, order: 't.id', values, most: limit });
  const captions = await tx.app.captions.of(tx.actor.tenancy, raw, pointingFields(paper, names), tx.language);
  const eyes = { ...(await presenterFor(tx.app, tx.actor, [paper])), caption: captions };
  const shape = shaper(paper, names);
  return raw.map((one) => shape(one, eyes));
}
