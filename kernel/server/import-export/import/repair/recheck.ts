import type { FieldProblem } from '#kernel/language/refusal.ts';
import type { Sql, Writing } from '../../../context.ts';
import { asOneJoin } from '../../../database/database.ts';
import type { ImportBatch } from '../batch.ts';
import type { ImportTarget } from '../judge/find-present.ts';
import { judgeRows } from '../judge/judge-rows.ts';
import { leftOutRow } from '../judge/left-out.ts';
import { CaptionIndex } from '../judge/names.ts';
import { type ImportRow, Judge, type JudgedRow } from '../judge/verdict.ts';

/** Stored row of a dry run: its cells, the original text of repaired ones, and whether it is left out. */
export interface KeptRow {
  readonly row: number;
  readonly cells: readonly string[];
  readonly repaired: Readonly<Record<string, string>> | null;
  readonly leftOut: boolean | null;
  readonly marks: readonly string[] | null;
}

export const KEPT_ROW = 'row, cells, repaired, left_out as "leftOut", marks';

/** Row that was checked again, with its repairs. */
export type RecheckedRow = JudgedRow & Pick<KeptRow, 'repaired'> & { readonly left_out: boolean };

const asImportRow = ({ row, cells }: KeptRow): ImportRow => [row, ...cells];

/**
 * Return keys as a JSON object. PostgreSQL finds a key of an object by binary search, and scans an array for each row.
 */
const keySet = (keys: readonly (string | number)[]): string =>
  JSON.stringify(Object.fromEntries(keys.map((key) => [key, 1])));

/**
 * Return the rows of the sheet, other than `rows`, with one of these fingerprints. A repair makes them duplicates, or
 * ends that.
 */
async function twinsOf(
  sql: Sql,
  own: readonly [string, string],
  rows: readonly number[],
  marks: readonly string[],
): Promise<KeptRow[]> {
  return sql.query<KeptRow>(
    `select ${KEPT_ROW} from anju_import_row where tenant_id = $1 and batch = $2 and not $3::jsonb ? row::text
      and exists (select 1 from unnest(marks) as m(mark) where $4::jsonb ? m.mark)`,
    [...own, keySet(rows), keySet(marks)],
  );
}

/** Return, for each fingerprint, the first row of the sheet that has it and is not among `rows`. */
async function bearers(
  sql: Sql,
  own: readonly [string, string],
  rows: readonly number[],
  marks: readonly string[],
): Promise<{ mark: string; row: number }[]> {
  return sql.query<{ mark: string; row: number }>(
    `select mark, min(r.row)::int as row from anju_import_row r, unnest(r.marks) as m(mark)
    where r.tenant_id = $1 and r.batch = $2 and $4::jsonb ? mark and not $3::jsonb ? r.row::text group by mark`,
    [...own, keySet(rows), keySet(marks)],
  );
}

/** Add the problems of duplicate rows. */
const withTwins = (judged: readonly JudgedRow[], repeated: ReadonlyMap<number, FieldProblem>): JudgedRow[] =>
  judged.map((one) => {
    const twin = repeated.get(one.row);
    return twin ? { ...one, verdict: 'refused', problems: [...one.problems, twin] } : one;
  });

/**
 * Check changed rows of a checked sheet again, with the rows that were or become their duplicates. Return undefined
 * where these are more than `most`. Nothing is written.
 */
export async function recheckRows(
  place: ImportTarget,
  batch: ImportBatch,
  changed: readonly KeptRow[],
  most: number,
): Promise<RecheckedRow[] | undefined> {
  const { app, actor, paper } = place;
  const own = [actor.tenancy.tenantId, batch.id] as const;
  const read = <T>(work: (sql: Sql) => Promise<T>): Promise<T> => app.db.read(actor.tenancy, work);
  const names = new CaptionIndex(app, actor);
  const judged = changed.filter((one) => !one.leftOut).map(asImportRow);
  const first = await judgeRows(place, new Judge(paper, batch, names), names, judged, false);
  const touched = [...new Set([...changed.flatMap((one) => one.marks ?? []), ...first.flatMap((one) => one.marks)])];
  const twins = await read((sql) =>
    twinsOf(
      sql,
      own,
      changed.map((one) => one.row),
      touched,
    ),
  );
  if (changed.length + twins.length > most) return undefined;
  const all = [...changed, ...twins].toSorted((a, b) => a.row - b.row);
  const judge = new Judge(paper, batch, names);
  const marks = [...new Set([...touched, ...twins.flatMap((one) => one.marks ?? [])])];
  for (const one of await read((sql) =>
    bearers(
      sql,
      own,
      all.map((row) => row.row),
      marks,
    ),
  ))
    judge.twins.remember(one.mark, one.row);
  const again = await judgeRows(place, judge, names, all.filter((one) => !one.leftOut).map(asImportRow));
  const verdicts = new Map(withTwins(again, judge.twins.repeated).map((one) => [one.row, one]));
  return all.map(({ row, cells, repaired, leftOut }) => ({
    ...(verdicts.get(row) ?? leftOutRow(row, cells)),
    repaired,
    left_out: leftOut === true,
  }));
}

/** Replace verdicts, and count the verdicts of the whole sheet again. */
export async function keepVerdicts(
  sql: Writing,
  tenantId: string,
  batch: string,
  rows: readonly RecheckedRow[],
): Promise<void> {
  await asOneJoin(sql, () =>
    sql.query(
      `update anju_import_row r set verdict = x.verdict, content = x.content, cells = x.cells, problems = x.problems, row_id = x.row_id, version = x.version, old = x.old,
      marks = x.marks, repaired = x.repaired, left_out = x.left_out
    from jsonb_to_recordset($3::jsonb) as x(row integer, verdict text, content jsonb, cells jsonb, problems jsonb, row_id bigint, version integer, old jsonb, marks text[], repaired jsonb, left_out boolean)
    where r.tenant_id = $1 and r.batch = $2 and r.row = x.row`,
      [tenantId, batch, JSON.stringify(rows)],
    ),
  );
  await sql.query(
    `update anju_import set revision = coalesce(revision, 0) + 1, counts = (
      select jsonb_build_object('new', 0, 'update', 0, 'unchanged', 0, 'refused', 0) || coalesce(jsonb_object_agg(verdict, n), '{}')
      from (select verdict, count(*) as n from anju_import_row where tenant_id = $1 and batch = $2 group by verdict) counted)
    where tenant_id = $1 and id = $2`,
    [tenantId, batch],
  );
}
