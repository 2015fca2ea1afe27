import { type AnyPaper, columnOf, numberName } from '#kernel/language/paper.ts';
import { logTables } from './archived-tables.ts';
import type { Dumped } from './dump.ts';
import { rowCells, NULL, type ArchiveSection } from './slice-file.ts';
import { type SlicedRow, slicesOf } from './slices.rules.ts';

const IDS = /\d{15,19}/g;
/** Columns with the time of a row, by which its slice is chosen. The first one that the table has is used. */
const MOMENTS = ['create_time', 'at'];

const isId = (text: string | undefined): text is string => text !== undefined && text !== NULL;

/** Return all ids that occur in a row: its own and those of rows that it refers to. */
const namesIn = (row: string): string[] => row.match(IDS) ?? [];

/**
 * Return the tables whose rows are spread over the weeks: numbered papers with a lifecycle, and all tables that refer
 * to their rows. All other tables (people, masters, stock, counters, balances) are in slice 0 as a whole.
 */
function datedTables(tables: readonly Dumped[], papers: ReadonlyMap<string, AnyPaper>): ReadonlySet<string> {
  const dated = new Set(
    [...papers.values()].filter((one) => one.lifecycle && numberName(one)).map(({ table }) => table),
  );
  const known = new Set<string>();
  const read = new Set<string>();
  const readIds = ({ table, columns, rows }: Dumped): void => {
    read.add(table);
    const id = columns.indexOf('id');
    if (id >= 0) for (const row of rows.values()) known.add(rowCells(row)[id]);
  };
  const isNaming = ({ rows }: Dumped): boolean =>
    rows.values().some((row) => namesIn(row).some((one) => known.has(one)));
  for (let size = -1; size !== dated.size;) {
    size = dated.size;
    for (const one of tables) if (dated.has(one.table) && !read.has(one.table)) readIds(one);
    for (const one of tables) if (!dated.has(one.table) && isNaming(one)) dated.add(one.table);
  }
  return dated;
}

/** Map each table of lines or annexes to its column that refers to the parent row. */
const parentColumns = (papers: ReadonlyMap<string, AnyPaper>): ReadonlyMap<string, string> =>
  new Map(
    [...papers.values()].flatMap(({ lines, annexes }) =>
      [...Object.values(lines ?? {}), ...(annexes ? [annexes] : [])].flatMap(({ paper, parent }) => {
        const part = papers.get(paper);
        return part ? [[part.table, columnOf(parent)] as const] : [];
      }),
    ),
  );

/** Inputs of cutting a dump: definitions, the last Monday, the number of slices, and the day slices. */
export interface Cutting {
  readonly papers: ReadonlyMap<string, AnyPaper>;
  readonly monday: string;
  readonly slices: number;
  /** Changed rows of each day after the Monday, in order. */ readonly days: readonly (readonly ArchiveSection[])[];
}

/** Cut a whole dump into slices: 0 holds undated rows, 1 the last two weeks, each further one an earlier week. */
export function cut(tables: readonly Dumped[], { papers, monday, slices, days }: Cutting): ArchiveSection[][] {
  const dated = datedTables(tables, papers);
  const parents = parentColumns(papers);
  const logs = logTables(papers);
  const all = tables.flatMap(({ table, columns, rows }) => {
    const [id, parent] = [columns.indexOf('id'), columns.indexOf(parents.get(table) ?? '')];
    const moment = dated.has(table) ? columns.findIndex((one) => MOMENTS.includes(one)) : -1;
    return [...rows.values()].map((row): SlicedRow & { table: string; row: string } => {
      const cells = rowCells(row);
      return {
        table,
        row,
        id: isId(cells[id]) ? cells[id] : undefined,
        at:
          moment < 0 || cells[moment] === NULL
            ? undefined
            : Date.parse(cells[moment].replace(' ', 'T').replace(/\+00$/, 'Z')),
        names: namesIn(row),
        isLog: logs.has(table),
        ...(isId(cells[parent]) && { parent: cells[parent] }),
      };
    });
  });
  const found = slicesOf(
    all,
    days.flatMap((day) => day.flatMap(({ rows }) => rows.map(namesIn))),
    { monday, slices },
  );
  const columnsOf = new Map(tables.map(({ table, columns }) => [table, columns]));
  return Array.from({ length: slices + 1 }, (_, slice) =>
    [
      ...Map.groupBy(
        all.filter((_row, at) => found[at] === slice),
        ({ table }) => table,
      ),
    ].map(([table, rows]) => ({
      table,
      columns: columnsOf.get(table) ?? [],
      rows: rows.map(({ row }) => row),
    })),
  );
}

/** Return what changed between two dumps: new and changed rows, and the keys of deleted ones. */
export function changedRows(before: readonly Dumped[], after: readonly Dumped[]): ArchiveSection[] {
  const known = new Map(before.map((one) => [one.table, one.rows]));
  return after.map(({ table, columns, rows }) => {
    const gone = [...(known.get(table)?.keys() ?? [])].filter((key) => !rows.has(key));
    return {
      table,
      columns,
      rows: [...rows].filter(([key, row]) => known.get(table)?.get(key) !== row).map(([, row]) => row),
      ...(gone.length > 0 && { gone }),
    };
  });
}
