import { idsIn } from '#kernel/language/values.ts';
import { columnFor } from '#kernel/fields/columns.server.ts';
import { isId } from '#kernel/fields/ref/ref.ts';
import { type AnyPaper, columnOf } from '#kernel/language/paper.ts';
import { type Term, decide, visibleTo } from '#kernel/language/permission.ts';
import { paperNamed } from '../../app.ts';
import { Fragment, type Parameters } from '../../database/statement.ts';
import { scopeSql } from '../../list/scope.ts';
import { whereSql } from '../../list/where.ts';
import type { DatabaseSession } from '../../write/session/database-session.ts';
import { withDepartments } from '../read.ts';
import type { VisibleScope } from './visible-query.ts';

function matchSql(paper: AnyPaper, match: Readonly<Record<string, unknown>>, values: Parameters): string[] {
  return Object.entries(match).map(([name, value]) => {
    const type = name === 'id' ? 'bigint' : columnFor(paper.fields[name]).type(paper.fields[name]);
    return Array.isArray(value)
      ? `t.${columnOf(name)} = any(${values.add(value)}::${type}[])`
      : `t.${columnOf(name)} = ${values.add(value)}`;
  });
}

/** Return the condition of visible rows, without the filters of a list. */
function scopedSql(session: DatabaseSession, paper: AnyPaper, where: readonly Term[], values: Parameters): string {
  values.now = session.now();
  return [
    `t.tenant_id = ${values.add(session.tenantId)}`,
    't.is_deleted = 0',
    scopeSql(paper, where, values, (name) => paperNamed(session.app, name)),
  ].join(' and ');
}

/**
 * Does the query name a row of `partOf`, which the person was shown? Fail where it names other rows only; return false
 * where it names none.
 */
function namesShown(paper: AnyPaper, { partOf = [], query = {} }: VisibleScope): boolean {
  const shown = new Set(
    [partOf]
      .flat()
      .flatMap((row) => Object.values(row).flatMap(idsIn))
      .filter(isId),
  );
  const named = Object.values(query)
    .map((value) => idsIn(value).filter(isId))
    .filter((ids) => ids.length > 0);
  if (named.length === 0) return false;
  if (named.some((ids) => ids.every((id) => shown.has(id)))) return true;
  throw new Error(`parts in ${paper.name} are read without the row that was shown`);
}

const EVERY: readonly Term[] = [{ kind: 'all' }];

/** The paper and the terms by which rows are visible; undefined where the person may see none. */
function sightOf(
  session: DatabaseSession,
  whole: AnyPaper,
  { button = 'view', partOf }: VisibleScope,
  isListed: boolean,
): { readonly paper: AnyPaper; readonly where: readonly Term[] } | undefined {
  if (partOf) return { paper: whole, where: EVERY };
  const paper = isListed ? visibleTo(session.person, whole) : whole;
  const { allow, where } = decide(session.person, paper, button);
  return allow ? { paper, where } : undefined;
}

/**
 * Return the visible rows as a condition over `t`; undefined where there are none. `named`: the caller names them by
 * ids.
 */
export async function visibleCondition(
  session: DatabaseSession,
  whole: AnyPaper,
  scope: VisibleScope,
  named?: true,
): Promise<Fragment | undefined> {
  if (scope.partOf && !namesShown(whole, scope)) return undefined;
  const isListed = named === true || scope.query !== undefined;
  const sight = sightOf(session, whole, scope, isListed);
  if (!sight) return undefined;
  const { paper, where } = sight;
  const { query = {}, match = {}, partOf, also } = scope;
  const filters = partOf || !scope.query ? query : await withDepartments(session.app, session.actor, paper, query);
  const listed = { paper, tenantId: session.tenantId, where, query: filters, named: named ?? (partOf && true) };
  return new Fragment((values) =>
    [
      isListed
        ? whereSql(session.app, { ...listed, now: session.now() }, values)
        : scopedSql(session, paper, where, values),
      ...matchSql(whole, match, values),
      ...(also ? [also.into(values)] : []),
    ].join(' and '),
  );
}
