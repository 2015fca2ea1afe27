import { createReadStream } from 'node:fs';
import { access, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { spoolFolder } from '../../files/spool.ts';
import { type App, paperNamed } from '../../app.ts';
import type { RunningJob } from '../../app.ts';
import { exchange as refuse } from '../../refusals.ts';
import { assertMayImport, batchOf, moveBatch } from './batch.ts';
import { type ImportTarget, idsOfRows, presentRows, takenBy } from './find-present.ts';
import { rehearse } from './rehearse.ts';
import { CaptionIndex } from './names.ts';
import { type ImportRow, Judge, type JudgedRow, type RowVerdict, readSheetRow } from './verdict.ts';

export const CHECK_JOB = 'importCheck';
const STEP = 1000;

/** The rows of an upload, one line each, until they are judged. */
export const spoolOf = (app: App, batch: string): string => join(spoolFolder(app), `import-${batch}.rows`);

async function* rowsOf(path: string): AsyncGenerator<ImportRow[]> {
  let rows: ImportRow[] = [];
  for await (const line of createInterface({ input: createReadStream(path), crlfDelay: Infinity })) {
    rows.push(JSON.parse(line) as ImportRow);
    if (rows.length === STEP) {
      yield rows;
      rows = [];
    }
  }
  if (rows.length) yield rows;
}

async function judgeAll(
  place: ImportTarget,
  judge: Judge,
  names: CaptionIndex,
  rows: readonly ImportRow[],
): Promise<JudgedRow[]> {
  await names.learn(
    judge.columns.map(({ at, field }) => [field, at + 1]),
    rows as readonly (readonly string[])[],
  );
  const read = rows.map((row) => readSheetRow(judge.columns, names, row));
  const found = await idsOfRows(place, judge, read);
  const present = await presentRows(place, judge, [...new Set(found.values())]);
  const taken = await takenBy(place, read, found);
  return rehearse(
    place,
    read.map((row) => judge.judge(row, present.get(found.get(row.at) ?? ''), taken.get(row.at) ?? [])),
    present,
  );
}

async function keep(
  app: App,
  tenancy: ImportTarget['actor']['tenancy'],
  batch: string,
  judged: readonly JudgedRow[],
): Promise<void> {
  await app.db.read(tenancy, (sql) =>
    sql.query(
      `insert into anju_import_row (tenant_id, batch, row, verdict, content, cells, problems, row_id, version, old)
    select $1, $2, x.row, x.verdict, x.content, x.cells, x.problems, x.row_id, x.version, x.old
    from jsonb_to_recordset($3::jsonb) as x(row integer, verdict text, content jsonb, cells jsonb, problems jsonb, row_id bigint, version integer, old jsonb)`,
      [tenancy.tenantId, batch, JSON.stringify(judged)],
    ),
  );
}

/** Rows that another one further down repeats are refused as well; answers how many of each verdict these were. */
async function refuseTwins(
  app: App,
  tenancy: ImportTarget['actor']['tenancy'],
  batch: string,
  twins: Judge['twins'],
): Promise<ReadonlyMap<RowVerdict, number>> {
  if (!twins.size) return new Map();
  const told = JSON.stringify([...twins].map(([row, problem]) => ({ row, problem })));
  const rows = await app.db.read(tenancy, (sql) =>
    sql.query<{ verdict: RowVerdict; n: number }>(
      `with told as (select * from jsonb_to_recordset($3::jsonb) as x(row integer, problem jsonb)),
        before as (select r.row, r.verdict from anju_import_row r join told t on t.row = r.row where r.tenant_id = $1 and r.batch = $2),
        now as (update anju_import_row r set verdict = 'refused', problems = r.problems || jsonb_build_array(t.problem) from told t where r.tenant_id = $1 and r.batch = $2 and r.row = t.row)
      select b.verdict, count(*)::int as n from before b where b.verdict <> 'refused' group by 1`,
      [tenancy.tenantId, batch, told],
    ),
  );
  return new Map(rows.map((row) => [row.verdict, row.n]));
}

/** The dry run: what would happen to every row, and nothing happens. Begun again after a crash, it begins anew. */
export async function check({ app, actor, asked, progress }: RunningJob): Promise<Record<string, unknown>> {
  const paper = paperNamed(app, String(asked.paper));
  const batch = await batchOf(app, actor, paper, asked.batch);
  if (batch.state !== 'reading') return { batch: batch.id, counts: batch.counts };
  const { where } = assertMayImport(actor, paper);
  const path = spoolOf(app, batch.id);
  const isThere = await access(path).then(
    () => true,
    () => false,
  );
  if (!isThere) throw refuse.unreadable();
  await app.db.read(actor.tenancy, (sql) =>
    sql.query('delete from anju_import_row where tenant_id = $1 and batch = $2', [actor.tenancy.tenantId, batch.id]),
  );
  const place: ImportTarget = { app, actor, paper, where };
  const names = new CaptionIndex(app, actor);
  const judge = new Judge(paper, batch.columns, names);
  const counts = { new: 0, update: 0, unchanged: 0, refused: 0 };
  let done = 0;
  for await (const rows of rowsOf(path)) {
    const judged = await judgeAll(place, judge, names, rows);
    await keep(app, actor.tenancy, batch.id, judged);
    for (const one of judged) counts[one.verdict]++;
    await progress((done += rows.length), batch.total);
  }
  for (const [verdict, n] of await refuseTwins(app, actor.tenancy, batch.id, judge.twins)) {
    counts[verdict] -= n;
    counts.refused += n;
  }
  await app.db.read(actor.tenancy, (sql) =>
    moveBatch(sql, actor.tenancy.tenantId, batch.id, ['reading'], 'ready', { counts }),
  );
  await rm(path, { force: true });
  return { batch: batch.id, counts };
}
