import { hides, masked } from '#kernel/fields/mask.ts';
import type { Field } from '#kernel/language/field.ts';
import { type Label, labelIn } from '#kernel/language/label.ts';
import { type AnyPaper, fieldOf } from '#kernel/language/paper.ts';
import type { RouteCall } from '../../http/route.ts';
import { pageOf } from '../../list/list.ts';
import { assertMay } from '../../rows/read.ts';
import { type ImportBatch, batchOf } from './batch.ts';
import { nowOf } from '../../time/tenancy.ts';
import { rollbackUntil } from './rollback-job.ts';
import { importKeys } from './import-columns.ts';
import type { ImportLayout } from './layout/layout.ts';
import { DUPLICATES } from './judge/sheet-twins.ts';
import type { RowVerdict } from './judge/verdict.ts';

interface Row {
  row: number;
  verdict: RowVerdict;
  state: string | null;
  content: Record<string, unknown>;
  cells: string[];
  problems: { field: string; words: Label }[] | null;
  rowId: string | null;
  old: Record<string, [unknown, string]> | null;
  repaired: Record<string, string> | null;
  leftOut: boolean | null;
}

const columns =
  'row, verdict, state, content, cells, problems, row_id as "rowId", old, repaired, left_out as "leftOut"';

/** SQL over a problem `p`: the key of its reason, by its field and the title of its group. */
export const GROUP_KEY = "md5(concat(p->>'field', coalesce(p->'group', p->'words')::text))";

const veiled = (field: Field | undefined, value: unknown): unknown =>
  field && hides(field.personal) && typeof value === 'string' ? masked(value, field.personal) : value;

/** Return a row of the dry run: personal numbers masked, except a wrong cell, whose text its owner must see. */
function shown(
  paper: AnyPaper,
  batch: ImportBatch,
  { content, cells, problems, old, rowId, state, repaired, leftOut, ...row }: Row,
  call: RouteCall,
): Record<string, unknown> {
  const wrong = new Set((problems ?? []).map((one) => one.field));
  const field = (name: string): Field | undefined => fieldOf(paper, name);
  const words = batch.columns
    .filter((column) => column.field)
    .map(({ at, field: name }): [string, string] => [
      name!,
      String((wrong.has(name!) ? cells[at] : veiled(field(name!), cells[at])) ?? ''),
    ]);
  return {
    ...row,
    leftOut: leftOut === true,
    repaired: Object.fromEntries(
      batch.columns.flatMap(({ at, field: name }) =>
        name && repaired?.[at] !== undefined
          ? [[name, wrong.has(name) ? repaired[at] : veiled(field(name), repaired[at])]]
          : [],
      ),
    ),
    id: rowId ?? '',
    state: state ?? '',
    values: Object.fromEntries(Object.entries(content).map(([name, value]) => [name, veiled(field(name), value)])),
    names: Object.fromEntries(words),
    problems: (problems ?? []).map((one) => ({ field: one.field, msg: labelIn(one.words, call.actor.language) })),
    old: Object.fromEntries(Object.entries(old ?? {}).map(([name, [, text]]) => [name, text])),
  };
}

const filters: Readonly<Record<string, string>> = {
  new: "verdict = 'new'",
  update: "verdict = 'update'",
  unchanged: "verdict = 'unchanged'",
  refused: "verdict = 'refused'",
  kept: "state = 'kept'",
  rolledBack: "state = 'rolledBack'",
};

/** SQL of the reasons of refused rows, the most frequent first. */
const reasonsSql = `select ${GROUP_KEY} as key, p->>'field' as field, coalesce(p->'group', p->'words') as words, count(distinct r.row)::int as count
  from anju_import_row r, jsonb_array_elements(r.problems) p where r.tenant_id = $1 and r.batch = $2 and r.verdict = 'refused' group by 1, 2, 3 order by 4 desc limit 20`;
const ofReason = (place: string): string =>
  ` and exists (select 1 from jsonb_array_elements(problems) p where ${GROUP_KEY} = ${place}) and verdict = 'refused'`;

/** Return the time until which an import can be rolled back; empty where that is not possible. */
function untilOf({ state, committed }: ImportBatch, now: string): string {
  const until = state === 'committed' && committed ? rollbackUntil(committed) : '';
  return until >= now ? until : '';
}

/** Return the progress of the dry run, and the verdict on each row. */
export async function verdictPage(call: RouteCall, paper: AnyPaper): Promise<unknown> {
  const { app, actor, query } = call;
  assertMay(actor, paper, 'import');
  const batch = await batchOf(app, actor, paper, query.batch);
  const { current, size } = pageOf(query);
  const own: unknown[] = [actor.tenancy.tenantId, batch.id];
  const only = `${Object.hasOwn(filters, query.only ?? '') ? ` and ${filters[query.only]}` : ''}${query.reason ? ofReason('$3') : ''}`;
  const values = query.reason ? [...own, query.reason] : own;
  const [rows, [{ n }], [job], reasons] = await app.db.read(actor.tenancy, (sql) =>
    Promise.all([
      sql.query<Row>(
        `select ${columns} from anju_import_row where tenant_id = $1 and batch = $2${only} order by row limit ${size} offset ${(current - 1) * size}`,
        values,
      ),
      sql.query<{ n: number }>(
        `select count(*)::int as n from anju_import_row where tenant_id = $1 and batch = $2${only}`,
        values,
      ),
      sql.query<JobFacts>('select done, total, state, error from anju_job where tenant_id = $1 and id = $2', [
        own[0],
        batch.job,
      ]),
      query.reasons === '0'
        ? Promise.resolve([])
        : sql.query<{ key: string; field: string; words: Label; count: number }>(reasonsSql, own),
    ]),
  );
  return {
    ...stateOf(batch, job),
    counts: { new: 0, update: 0, unchanged: 0, refused: 0, ...batch.counts },
    rows: batch.total,
    committed: batch.committed?.slice(0, 19) ?? '',
    until: untilOf(batch, nowOf(app.clock, actor.tenancy)),
    columns: batch.columns.map(({ at, header, field }) => ({ at, header, field: field ?? '' })),
    layout: shownLayout(batch),
    keys: importKeys(paper, batch.columns),
    reasons: reasons.map(({ words, ...one }) => ({
      ...one,
      msg: labelIn(words, actor.language),
      isTwin: words[0] === DUPLICATES[0],
    })),
    records: rows.map((row) => shown(paper, batch, row, call)),
    total: n,
    size,
    current,
    pages: Math.ceil(n / size),
  };
}

/** Layout of an import of an earlier release, which stored none. */
const NO_LAYOUT: ImportLayout = {
  sheet: 0,
  sheetName: '',
  sheets: 1,
  header: 1,
  height: 1,
  width: 0,
  hidden: '',
  hiddenRows: 0,
  sample: 0,
  dropped: 0,
  encoding: '',
  delimiter: '',
};

/** Return how the file was recognised, for the screen. */
function shownLayout({ layout, revision }: ImportBatch): Record<string, unknown> {
  const { sheetName, sheets, header, height, hidden, hiddenRows, dropped, encoding, delimiter } = layout ?? NO_LAYOUT;
  const recognised = { sheets, header, height, hidden, hiddenRows, dropped, encoding, delimiter };
  return { version: revision, sheet: sheetName, ...recognised };
}

const underWay: ReadonlySet<string> = new Set(['reading', 'committing', 'rollingBack']);

/** Does a job process the import in this state? */
export const isRunning = (state: string): boolean => underWay.has(state);

interface JobFacts {
  done: number | null;
  total: number | null;
  state: string;
  error: string | null;
}

/** Return the state of a batch, and the progress of its job. */
function stateOf(batch: ImportBatch, job: JobFacts | undefined): Record<string, unknown> {
  const busy = underWay.has(batch.state);
  const { done, total, state, error } = job ?? { done: 0, total: batch.total, state: 'done', error: batch.error };
  const progress = busy ? Math.floor((100 * (done ?? 0)) / Math.max(1, total ?? batch.total)) : 100;
  return {
    batch: batch.id,
    name: batch.name,
    state: busy && state === 'failed' ? 'failed' : batch.state,
    error: error ?? '',
    progress,
  };
}
