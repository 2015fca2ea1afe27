import { type Pointer, pointerName, pointerPaper, pointerQuery, pointersAt } from '#kernel/fields/relations.ts';
import { type AnyPaper, isDocument } from '#kernel/language/paper.ts';
import { decide, visibleTo } from '#kernel/language/permission.ts';
import { type App, paperNamed } from '../../app.ts';
import { Parameters } from '../../database/statement.ts';
import { whereSql } from '../../list/where.ts';
import type { Actor } from '../../session/actor.ts';
import { nowOf } from '../../time/tenancy.ts';
import { assertInSight } from '../read.ts';

/** Counts of the tabs of a detail: referring rows, files, comments, history. */
export interface RowCounts {
  readonly related: Readonly<Record<string, number>>;
  readonly annexes: number;
  readonly comments: number;
  readonly history: number;
}

/** Counts above 99 are shown as 99+. */
const MAX_COUNTED = 100;

/**
 * Return the SQL of rows of a paper that refer to a row and that the caller sees. Return undefined without the right to
 * the paper or the field.
 */
function pointingSql(app: App, actor: Actor, pointer: Pointer, id: string, values: Parameters): string | undefined {
  const paper = visibleTo(actor.person, pointer.paper);
  const { allow, where } = decide(actor.person, paper, 'view');
  const { fields } = visibleTo(actor.person, pointerPaper(pointer));
  if (!allow || !Object.hasOwn(fields, pointer.field)) return undefined;
  const query = pointerQuery(pointer, id);
  const now = nowOf(app.clock, actor.tenancy);
  return `from ${paper.table} t where ${whereSql(app, { paper, tenantId: actor.tenancy.tenantId, where, query, now }, values)}`;
}

/** Count all tabs by one statement, each up to a hundred, within the caller's scope. Out of scope: 404. */
export async function tabCountsOf(app: App, actor: Actor, of: AnyPaper, named: string): Promise<RowCounts> {
  const id = await assertInSight(app, actor, of, named);
  const values = new Parameters();
  const [tenant, name, row] = [actor.tenancy.tenantId, of.name, id].map((value) => values.add(value));
  const log = isDocument(of) ? app.ownPapers.actionLog : undefined;
  const own: Readonly<Record<string, string | undefined>> = {
    comments: `from anju_comment where tenant_id = ${tenant} and paper = ${name} and row_id = ${row}::bigint and removed is null`,
    history: `from (select id from anju_audit where tenant_id = ${tenant} and paper = ${name} and row_id = ${row}::bigint${
      log
        ? ` union all select id from ${log.table} where tenant_id = ${tenant} and biz_id = ${row}::bigint and biz_type = ${values.add(of.logAs ?? 'base')}`
        : ''
    }) h`,
    annexes:
      of.annexes &&
      pointingSql(app, actor, { paper: paperNamed(app, of.annexes.paper), field: of.annexes.parent }, id, values),
  };
  const related = pointersAt(of, app.papers.values()).map(
    (pointer) => [pointerName(pointer), pointingSql(app, actor, pointer, id, values)] as const,
  );
  const parts = [...Object.entries(own), ...related].filter(([, from]) => from !== undefined);
  const counted = await app.db.read(actor.tenancy, (sql) =>
    sql.query<{ part: string; n: number }>(
      parts
        .map(
          ([part, from]) =>
            `select '${part}' as part, (select count(*)::int from (select 1 ${from} limit ${MAX_COUNTED}) c) as n`,
        )
        .join(' union all '),
      values.values,
    ),
  );
  const counts = new Map(counted.map((one) => [one.part, one.n]));
  const countOf = (part: string): number => counts.get(part) ?? 0;
  return {
    related: Object.fromEntries(related.flatMap(([part]) => (countOf(part) ? [[part, countOf(part)]] : []))),
    annexes: countOf('annexes'),
    comments: countOf('comments'),
    history: countOf('history'),
  };
}
