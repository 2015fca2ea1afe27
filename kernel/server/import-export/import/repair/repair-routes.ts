import { listTitleOf } from '#kernel/language/plural.ts';
import type { Field } from '#kernel/language/field.ts';
import type { AnyPaper } from '#kernel/language/paper.ts';
import { visibleTo } from '#kernel/language/permission.ts';
import { implementRoute } from '../../../http/calls/implement.ts';
import type { Route } from '../../../http/route.ts';
import { exchange as refuse } from '../../../refusals.ts';
import { transact } from '../../../write/transaction.ts';
import { exchangeField } from '../../columns.ts';
import { type ImportBatch, assertMayImport, batchOf, moveBatch } from '../batch.ts';
import { CHECK_JOB } from '../check-job.ts';
import { matchedColumns, rememberColumns } from './column-map.ts';
import type { ImportTarget } from '../judge/find-present.ts';
import { nearestTo } from './nearest.ts';
import { type RepairsAsked, repairFew } from './repair.ts';
import { mapCall, mistakesCall, nearestCall, repairCall } from './repair.calls.ts';
import { GROUP_KEY } from '../verdict-page.ts';

/** Maximum number of different cells in the answer about one reason. */
const MAX_CELLS = 12;

/** Return the field of a column of the sheet. */
function fieldIn(paper: AnyPaper, batch: ImportBatch, name: string): { readonly at: number; readonly field: Field } {
  const column = batch.columns.find((one) => one.field === name);
  const field = column && exchangeField(paper, name);
  if (!field) throw refuse.noSuchColumn();
  return { at: column.at, field };
}

/** Start a job that checks a sheet again. Two concurrent calls start one. */
async function checkAgain(
  { app, actor, paper }: ImportTarget,
  batch: ImportBatch,
  work: { readonly from: 'rows' } | { readonly repairs: RepairsAsked },
  columns?: ImportBatch['columns'],
): Promise<string> {
  const job = await transact(app, actor, async (tx) => {
    if (!(await moveBatch(tx.sql, tx.tenantId, batch.id, ['ready'], 'reading'))) throw refuse.notReady();
    if (columns) {
      await rememberColumns(tx, paper, columns);
      await tx.sql.query('update anju_import set columns = $3 where tenant_id = $1 and id = $2', [
        tx.tenantId,
        batch.id,
        JSON.stringify(columns),
      ]);
    }
    const id = await app.jobs.ask(tx, {
      kind: CHECK_JOB,
      title: actor.language === 'en' ? `Check import: ${listTitleOf(paper)[1]}` : `校验导入：${paper.title[0]}`,
      asked: { paper: paper.name, batch: batch.id, ...work },
    });
    await tx.sql.query(
      'update anju_import set job = $3, revision = coalesce(revision, 0) + 1 where tenant_id = $1 and id = $2',
      [tx.tenantId, batch.id, id],
    );
    return id;
  });
  app.jobs.nudge();
  return job;
}

/** Calls that repair a checked sheet: proposals for a wrong cell, repairs, and the mapping of columns. */
export const repairRoutes = (paper: AnyPaper): Route[] => [
  implementRoute(nearestCall(paper), async (input, { app, actor }) => {
    const batch = await batchOf(app, actor, paper, input.batch);
    const { at, field } = fieldIn(visibleTo(actor.person, paper), batch, input.field);
    const typed = input.typed ?? '';
    const [{ same }] = await app.db.read(actor.tenancy, (sql) =>
      sql.query<{ same: number }>(
        `select count(*)::int as same from anju_import_row where tenant_id = $1 and batch = $2 and verdict = 'refused' and left_out is not true
          and coalesce(cells->>${at}, '') = $3 and problems @> jsonb_build_array(jsonb_build_object('field', $4::text))`,
        [actor.tenancy.tenantId, batch.id, typed, input.field],
      ),
    );
    const { isSure, matches } = await nearestTo(app, actor, field, typed);
    return { same, isSure, matches: [...matches] };
  }),
  implementRoute(mistakesCall(paper), async (input, { app, actor }) => {
    const batch = await batchOf(app, actor, paper, input.batch);
    const own = [actor.tenancy.tenantId, batch.id, input.reason ?? ''];
    const [reason] = await app.db.read(actor.tenancy, (sql) =>
      sql.query<{ field: string; rows: number }>(
        `select p->>'field' as field, count(distinct row)::int as rows from anju_import_row r, jsonb_array_elements(r.problems) p where r.tenant_id = $1 and r.batch = $2 and r.verdict = 'refused' and ${GROUP_KEY} = $3 group by 1`,
        own,
      ),
    );
    const column = batch.columns.find((one) => one.field !== null && one.field === reason?.field);
    if (!reason || !column) return { field: reason?.field ?? '', rows: reason?.rows ?? 0, cells: [] };
    const { field } = fieldIn(visibleTo(actor.person, paper), batch, reason.field);
    const cells = await app.db.read(actor.tenancy, (sql) =>
      sql.query<{ typed: string; count: number }>(
        `select coalesce(r.cells->>${column.at}, '') as typed, count(*)::int as count from anju_import_row r, jsonb_array_elements(r.problems) p
        where r.tenant_id = $1 and r.batch = $2 and r.verdict = 'refused' and ${GROUP_KEY} = $3 group by 1 order by 2 desc, 1 limit ${MAX_CELLS}`,
        own,
      ),
    );
    const proposals = [];
    for (const cell of cells) {
      const { isSure, matches } = await nearestTo(app, actor, field, cell.typed);
      proposals.push({ ...cell, isSure, matches: [...matches] });
    }
    return { field: reason.field, rows: reason.rows, cells: proposals };
  }),
  implementRoute(repairCall(paper), async (input, { app, actor }) => {
    const { where } = assertMayImport(actor, paper);
    const batch = await batchOf(app, actor, paper, input.batch);
    if (batch.state !== 'ready') throw refuse.notReady();
    const place: ImportTarget = { app, actor, paper, where };
    const seen = visibleTo(actor.person, paper);
    const repairs: RepairsAsked = {
      repairs: input.repairs ?? [],
      leaveOut: input.leaveOut ?? [],
      takeIn: input.takeIn ?? [],
      firstOnly: input.firstOnly === true,
    };
    for (const one of repairs.repairs) fieldIn(seen, batch, one.field);
    const changed = await repairFew(place, batch, repairs);
    if (changed !== undefined) return { changed };
    return { changed: 0, job: await checkAgain(place, batch, { repairs }) };
  }),
  implementRoute(mapCall(paper), async (input, { app, actor }) => {
    const { where } = assertMayImport(actor, paper);
    const batch = await batchOf(app, actor, paper, input.batch);
    const seen = visibleTo(actor.person, paper);
    const columns = matchedColumns(seen, batch.columns, input.columns);
    return { batch: batch.id, job: await checkAgain({ app, actor, paper, where }, batch, { from: 'rows' }, columns) };
  }),
];
