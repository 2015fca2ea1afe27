import type { Field } from '#kernel/language/field.ts';
import type { AnyPaper } from '#kernel/language/paper.ts';
import { visibleTo } from '#kernel/language/permission.ts';
import { implementRoute } from '../../../http/calls/implement.ts';
import type { Route } from '../../../http/route.ts';
import { exchange as refuse } from '../../../refusals.ts';
import { exchangeField } from '../../columns.ts';
import { type ImportBatch, assertMayImport, batchOf } from '../batch.ts';
import { checkAgain } from './check-again.ts';
import type { ImportTarget } from '../judge/find-present.ts';
import { nearestTo } from './nearest.ts';
import { type RepairsAsked, repairFew } from './repair.ts';
import { mistakesCall, nearestCall, repairCall } from './repair.calls.ts';
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

/** Calls that repair a checked sheet: proposals for a wrong cell, and repairs. */
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
];
