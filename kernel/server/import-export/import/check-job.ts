import { type App, paperNamed } from '../../app.ts';
import type { RunningJob } from '../../app.ts';
import { asOneJoin } from '../../database/database.ts';
import { exchange as refuse } from '../../refusals.ts';
import { type ImportBatch, assertMayImport, batchOf, moveBatch } from './batch.ts';
import type { ImportTarget } from './judge/find-present.ts';
import { judgeRows } from './judge/judge-rows.ts';
import { isSum, leftOutRow } from './judge/left-out.ts';
import { CaptionIndex } from './judge/names.ts';
import { KEPT_ROW, type KeptRow, type RecheckedRow } from './repair/recheck.ts';
import { type RepairsAsked, repairAll } from './repair/repair.ts';
import { Judge, type RowVerdict } from './judge/verdict.ts';
import type { ImportLayout } from './layout/layout.ts';
import { isSpooled, spooledRows } from './spooled.ts';

export const CHECK_JOB = 'importCheck';
const STEP = 1000;

async function* rowsOfSheet(app: App, batch: string, layout: ImportLayout): AsyncGenerator<KeptRow[]> {
  let rows: KeptRow[] = [];
  for await (const { row, cells } of spooledRows(app, batch, layout)) {
    rows.push({ row, cells, repaired: null, leftOut: isSum(cells, layout.width) || null, marks: null });
    if (rows.length === STEP) {
      yield rows;
      rows = [];
    }
  }
  if (rows.length) yield rows;
}

/** Read the rows of a checked sheet, with their repairs. */
async function* keptRows({ app, actor }: ImportTarget, batch: string): AsyncGenerator<KeptRow[]> {
  for (let last = -1; ;) {
    const rows = await app.db.read(actor.tenancy, (sql) =>
      sql.query<KeptRow>(
        `select ${KEPT_ROW} from anju_import_row where tenant_id = $1 and batch = $2 and row > $3 order by row limit ${STEP}`,
        [actor.tenancy.tenantId, batch, last],
      ),
    );
    if (!rows.length) return;
    yield rows;
    last = rows.at(-1)!.row;
  }
}

async function judgeStep(
  place: ImportTarget,
  judge: Judge,
  names: CaptionIndex,
  rows: readonly KeptRow[],
): Promise<RecheckedRow[]> {
  const read = rows.filter((one) => !one.leftOut);
  const judged = await judgeRows(
    place,
    judge,
    names,
    read.map(({ row, cells }) => [row, ...cells]),
  );
  const verdicts = new Map(judged.map((one) => [one.row, one]));
  return rows.map(({ row, cells, repaired, leftOut }) => ({
    ...(verdicts.get(row) ?? leftOutRow(row, cells)),
    repaired,
    left_out: leftOut === true,
  }));
}

async function keep(
  app: App,
  tenancy: ImportTarget['actor']['tenancy'],
  batch: string,
  judged: readonly RecheckedRow[],
): Promise<void> {
  await app.db.read(tenancy, (sql) =>
    sql.query(
      `insert into anju_import_row (tenant_id, batch, row, verdict, content, cells, problems, row_id, version, old, marks, repaired, left_out)
    select $1, $2, x.row, x.verdict, x.content, x.cells, x.problems, x.row_id, x.version, x.old, x.marks, x.repaired, x.left_out
    from jsonb_to_recordset($3::jsonb) as x(row integer, verdict text, content jsonb, cells jsonb, problems jsonb, row_id bigint, version integer, old jsonb, marks text[], repaired jsonb, left_out boolean)
    on conflict (batch, row) do update set verdict = excluded.verdict, content = excluded.content, problems = excluded.problems, row_id = excluded.row_id,
      version = excluded.version, old = excluded.old, marks = excluded.marks`,
      [tenancy.tenantId, batch, JSON.stringify(judged)],
    ),
  );
}

/**
 * Refuse rows that a later row of the sheet repeats. Return the number of newly refused rows by their former verdict.
 */
async function refuseTwins(
  app: App,
  tenancy: ImportTarget['actor']['tenancy'],
  batch: string,
  twins: Judge['twins']['repeated'],
): Promise<ReadonlyMap<RowVerdict, number>> {
  if (!twins.size) return new Map();
  const repeats = JSON.stringify([...twins].map(([row, problem]) => ({ row, problem })));
  const rows = await app.db.write(tenancy, (sql) =>
    asOneJoin(sql, () =>
      sql.query<{ verdict: RowVerdict; n: number }>(
        `with repeats as (select * from jsonb_to_recordset($3::jsonb) as x(row integer, problem jsonb)),
        before as (select r.row, r.verdict from anju_import_row r join repeats t on t.row = r.row where r.tenant_id = $1 and r.batch = $2),
        now as (update anju_import_row r set verdict = 'refused', problems = r.problems || jsonb_build_array(t.problem) from repeats t where r.tenant_id = $1 and r.batch = $2 and r.row = t.row)
      select b.verdict, count(*)::int as n from before b where b.verdict <> 'refused' group by 1`,
        [tenancy.tenantId, batch, repeats],
      ),
    ),
  );
  return new Map(rows.map((row) => [row.verdict, row.n]));
}

/** Input of a check: read the sheet, check all of its rows again, or repair some. */
interface CheckAsked {
  readonly paper: string;
  readonly batch: string;
  readonly from?: 'sheet' | 'rows';
  readonly repairs?: RepairsAsked;
}

/** Read the uploaded rows. A repeat after a crash starts over. */
async function sheetOf({ app, actor }: ImportTarget, { id, layout }: ImportBatch): Promise<AsyncGenerator<KeptRow[]>> {
  if (!layout || !(await isSpooled(app, id))) throw refuse.sheetGone();
  await app.db.read(actor.tenancy, (sql) =>
    sql.query('delete from anju_import_row where tenant_id = $1 and batch = $2', [actor.tenancy.tenantId, id]),
  );
  return rowsOfSheet(app, id, layout);
}

/** Dry run: check every row and store the verdicts. */
export async function check({ app, actor, asked: sent, progress }: RunningJob): Promise<Record<string, unknown>> {
  const input = sent as unknown as CheckAsked;
  const paper = paperNamed(app, input.paper);
  const batch = await batchOf(app, actor, paper, input.batch);
  if (batch.state !== 'reading') return { batch: batch.id, counts: batch.counts };
  const { where } = assertMayImport(actor, paper);
  const place: ImportTarget = { app, actor, paper, where };
  if (input.repairs) {
    await repairAll(place, batch, input.repairs, progress);
    await app.db.read(actor.tenancy, (sql) => moveBatch(sql, actor.tenancy.tenantId, batch.id, ['reading'], 'ready'));
    return { batch: batch.id };
  }
  const names = new CaptionIndex(app, actor);
  const judge = new Judge(paper, batch, names);
  const counts = { new: 0, update: 0, unchanged: 0, refused: 0 };
  let done = 0;
  const source = input.from === 'rows' ? keptRows(place, batch.id) : await sheetOf(place, batch);
  for await (const rows of source) {
    const judged = await judgeStep(place, judge, names, rows);
    await keep(app, actor.tenancy, batch.id, judged);
    for (const one of judged) counts[one.verdict]++;
    await progress((done += rows.length), batch.total);
  }
  for (const [verdict, n] of await refuseTwins(app, actor.tenancy, batch.id, judge.twins.repeated)) {
    counts[verdict] -= n;
    counts.refused += n;
  }
  await app.db.read(actor.tenancy, (sql) =>
    moveBatch(sql, actor.tenancy.tenantId, batch.id, ['reading'], 'ready', { counts }),
  );
  return { batch: batch.id, counts };
}
