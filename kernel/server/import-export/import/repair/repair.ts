import type { Sql } from '../../../context.ts';
import { exchange as refuse } from '../../../refusals.ts';
import { transact } from '../../../write/transaction.ts';
import type { ImportBatch } from '../batch.ts';
import type { ImportTarget } from '../judge/find-present.ts';
import { KEPT_ROW, type KeptRow, keepVerdicts, recheckRows } from './recheck.ts';

/** New text of a cell: of one row, or of every refused row with the same text. */
interface CellRepair {
  readonly field: string;
  readonly row: number | null;
  readonly from: string | null;
  readonly to: string | null;
}

export interface RepairsAsked {
  readonly repairs: readonly CellRepair[];
  readonly leaveOut: readonly number[];
  readonly takeIn: readonly number[];
  readonly firstOnly: boolean;
}

/** Maximum rows that are checked again directly; more of them by a job. */
const AT_ONCE = 200;
/** Rows that a job checks again in one step. */
const STEP = 1000;
/** Number of attempts where another call of the same person repairs at the same time. */
const TRIES = 3;

/** Rows to search: those after `last`, at most `limit`. */
interface Slice {
  readonly last: number;
  readonly limit: number;
}

const query = (
  sql: Sql,
  own: readonly unknown[],
  where: string,
  values: readonly unknown[],
  { last, limit }: Slice,
): Promise<KeptRow[]> =>
  sql.query<KeptRow>(
    `select ${KEPT_ROW} from anju_import_row where tenant_id = $1 and batch = $2 and row > $3 and ${where} order by row limit $4`,
    [...own, last, limit, ...values],
  );

const placeOf = (batch: ImportBatch, field: string): number => {
  const column = batch.columns.find((one) => one.field === field);
  if (!column) throw refuse.noSuchColumn();
  return column.at;
};

/** Return the row with a new text in one cell. The original text is stored as well, until somebody types it again. */
function withCell(row: KeptRow, at: number, to: string): KeptRow {
  const cells = Array.from({ length: Math.max(row.cells.length, at + 1) }, (_, n) => row.cells[n] ?? '');
  const first = row.repaired?.[at] ?? cells[at];
  const { [at]: _, ...others } = row.repaired ?? {};
  cells[at] = to;
  return { ...row, cells, repaired: first === to ? others : { ...others, [at]: first }, leftOut: false };
}

/** Function that finds the rows of a repair, and returns each with the function that changes it. */
type Change = (sql: Sql, own: readonly unknown[], slice: Slice) => Promise<[KeptRow, (row: KeptRow) => KeptRow][]>;

const REFUSED = "verdict = 'refused' and left_out is not true";

function changeOfCell(batch: ImportBatch, repair: CellRepair): Change {
  const at = placeOf(batch, repair.field);
  const to = (repair.to ?? '').trim();
  const [where, values] =
    repair.row === null
      ? [
          `${REFUSED} and coalesce(cells->>${at}, '') = $5 and problems @> jsonb_build_array(jsonb_build_object('field', $6::text))`,
          [repair.from ?? '', repair.field],
        ]
      : ['row = $5', [repair.row]];
  return async (sql, own, slice) =>
    (await query(sql, own, where, values, slice)).map((row) => [row, (one) => withCell(one, at, to)]);
}

const changeOfRows =
  (where: string, values: readonly unknown[], leftOut: boolean): Change =>
  async (sql, own, slice) =>
    (await query(sql, own, where, values, slice)).map((row) => [row, (one) => ({ ...one, leftOut })]);

/** SQL of a refused row that repeats an earlier row of the sheet and is not left out itself. */
const LATER_TWIN = `${REFUSED} and exists (select 1 from (
    select m.mark, r.row, min(r.row) over (partition by m.mark) as first from anju_import_row r, unnest(r.marks) as m(mark)
    where r.tenant_id = $1 and r.batch = $2) twin where twin.row = anju_import_row.row and twin.first < twin.row)`;

function changesAsked(batch: ImportBatch, { repairs, leaveOut, takeIn, firstOnly }: RepairsAsked): Change[] {
  return [
    ...repairs.map((one) => changeOfCell(batch, one)),
    ...(leaveOut.length ? [changeOfRows('row = any($5::integer[])', [leaveOut], true)] : []),
    ...(takeIn.length ? [changeOfRows('row = any($5::integer[]) and left_out', [takeIn], false)] : []),
    ...(firstOnly ? [changeOfRows(LATER_TWIN, [], true)] : []),
  ];
}

/** Replace verdicts, unless the sheet has changed since they were made. */
async function keepIfSame(
  place: ImportTarget,
  batch: ImportBatch,
  revision: number,
  rows: Parameters<typeof keepVerdicts>[3],
): Promise<boolean> {
  return transact(place.app, place.actor, async (tx) => {
    const [now] = await tx.sql.query<{ state: string; revision: number }>(
      'select state, coalesce(revision, 0) as revision from anju_import where tenant_id = $1 and id = $2 for update',
      [tx.tenantId, batch.id],
    );
    if (now?.state !== 'ready') throw refuse.notReady();
    if (now.revision !== revision) return false;
    await keepVerdicts(tx.sql, tx.tenantId, batch.id, rows);
    return true;
  });
}

/** Repair a few rows directly. Return their number, or undefined where there are too many. */
export async function repairFew(
  place: ImportTarget,
  batch: ImportBatch,
  input: RepairsAsked,
): Promise<number | undefined> {
  const { app, actor } = place;
  const own = [actor.tenancy.tenantId, batch.id];
  const changes = changesAsked(batch, input);
  for (let tries = 0; tries < TRIES; tries++) {
    const changed = new Map<number, KeptRow>();
    const revision = await app.db.read(actor.tenancy, async (sql) => {
      const [now] = await sql.query<{ revision: number }>(
        'select coalesce(revision, 0) as revision from anju_import where tenant_id = $1 and id = $2',
        own,
      );
      for (const change of changes)
        for (const [row, work] of await change(sql, own, { last: -1, limit: AT_ONCE + 1 }))
          changed.set(row.row, work(changed.get(row.row) ?? row));
      return now.revision;
    });
    if (!changed.size) return 0;
    if (changed.size > AT_ONCE) return undefined;
    const judged = await recheckRows(place, batch, [...changed.values()], AT_ONCE);
    if (!judged) return undefined;
    if (await keepIfSame(place, batch, revision, judged)) return changed.size;
  }
  throw refuse.notReady();
}

/**
 * Repair any number of rows, step by step. A repeat after a crash finds only the remaining rows: a repaired cell has
 * another text.
 */
export async function repairAll(
  place: ImportTarget,
  batch: ImportBatch,
  input: RepairsAsked,
  progress: (done: number, total: number) => Promise<void>,
): Promise<void> {
  const { app, actor } = place;
  const own = [actor.tenancy.tenantId, batch.id];
  let done = 0;
  for (const change of changesAsked(batch, input)) {
    for (let last = -1; ;) {
      const slice = { last, limit: STEP };
      const found = await app.db.read(actor.tenancy, (sql) => change(sql, own, slice));
      if (!found.length) break;
      last = found.at(-1)![0].row;
      const rows = found.map(([row, work]) => work(row));
      const judged = (await recheckRows(place, batch, rows, Number.POSITIVE_INFINITY))!;
      await transact(app, actor, (tx) => keepVerdicts(tx.sql, tx.tenantId, batch.id, judged));
      await progress((done += rows.length), batch.total);
    }
  }
}
