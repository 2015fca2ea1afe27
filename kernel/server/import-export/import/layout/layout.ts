import type { AnyPaper } from '#kernel/language/paper.ts';
import { exchange as refuse } from '../../../refusals.ts';
import type { HeadRow, ReadFile, ReadSheet } from '../../sheet/read-sheet.ts';
import { exportable, exchangeField } from '../../columns.ts';
import { type Language, languages, labelIn } from '#kernel/language/label.ts';
import { must } from '#kernel/language/must.ts';
import { type Heading, type ImportColumn, fieldsOfHeading, headingOf, knownHeadings } from '../import-columns.ts';
import { type HeaderPlace, headingsAt, headerWidth } from './find-header.ts';

/** Maximum number of rows of one import. */
export const MAX_IMPORTED = 100_000;

/** Are hidden rows imported? Empty: nobody has answered. */
export type HiddenRows = 'in' | 'out' | '';

/** Which rows of the uploaded file are imported. It is stored with the import. */
export interface ImportLayout {
  /** Index among the visible sheets. */ readonly sheet: number;
  readonly sheetName: string;
  readonly sheets: number;
  /** Number of the last header row in its sheet. */ readonly header: number;
  readonly height: 1 | 2;
  /** Columns of the header. Cells behind them belong to no column. */ readonly width: number;
  readonly hidden: HiddenRows;
  /** Number of hidden rows under the header. */ readonly hiddenRows: number;
  /** Number of the unchanged sample row of the template, which is left out; 0: there is none. */
  readonly sample: number;
  /** Rows without content, and the sample. */ readonly dropped: number;
  /** How a CSV was recognised; empty for a workbook. */ readonly encoding: string;
  readonly delimiter: string;
}

/** A header with the number of rows under it. */
export interface ReadLayout {
  readonly layout: ImportLayout;
  readonly headings: readonly Heading[];
  readonly total: number;
}

const isSample = (row: HeadRow | undefined, sample: readonly string[]): boolean =>
  row !== undefined && sample.every((text, at) => (row.cells[at] ?? '') === text);

/** Return the index of a row among the first rows of a sheet. Refuse one that cannot be the header. */
export function headerPlace(file: ReadFile, sheet: number, header: number, height: 1 | 2): HeaderPlace {
  const row = file.sheets[sheet]?.head.findIndex((one) => one.at === header) ?? -1;
  if (row < 0 || (height === 2 && row === 0)) throw refuse.noSuchHeader();
  return { sheet, row, height };
}

/** Return the rows under a header. `sample`: the sample row of the template. */
export function layoutAt(
  file: ReadFile,
  place: HeaderPlace,
  sample: readonly string[],
  hidden: HiddenRows,
): ReadLayout {
  const sheet: ReadSheet = file.sheets[place.sheet];
  const headings = headingsAt(file.sheets, place);
  const above = sheet.head.slice(0, place.row + 1);
  const first = sheet.head[place.row + 1];
  const sampleAt = isSample(first, sample) ? first.at : 0;
  const hiddenRows = sheet.hidden - above.filter((row) => row.isHidden).length;
  const total = sheet.rows - above.length - (sampleAt ? 1 : 0) - (hidden === 'out' ? hiddenRows : 0);
  return {
    headings,
    total,
    layout: {
      sheet: place.sheet,
      sheetName: sheet.name,
      sheets: file.sheets.length,
      header: must(sheet.head[place.row], 'header').at,
      height: place.height,
      width: headerWidth(headings),
      hidden,
      hiddenRows,
      sample: sampleAt,
      dropped: sheet.gaps + (sampleAt ? 1 : 0),
      encoding: file.csv?.encoding ?? '',
      delimiter: file.csv?.delimiter ?? '',
    },
  };
}

/** Refuse a layout without rows, or with too many. */
export function assertRows(file: ReadFile, { layout, total }: ReadLayout): void {
  if (file.sheets[layout.sheet].isCut || total > MAX_IMPORTED) throw refuse.tooManyImported({ most: MAX_IMPORTED });
  if (total <= 0) throw refuse.empty();
}

/** Return the first text under a heading; empty without one. */
export const firstUnder = ({ head }: ReadSheet, header: number, at: number): string =>
  head.find((row) => row.at > header && row.cells[at])?.cells[at] ?? '';

/** Return the function that names columns without a heading, for those that have values under the header. */
export const namelessIn =
  (file: ReadFile, { layout }: ReadLayout, language: Language) =>
  (at: number): string =>
    firstUnder(file.sheets[layout.sheet], layout.header, at)
      ? labelIn([`第 ${at + 1} 列`, `Column ${at + 1}`], language)
      : '';

/** Headings that the product itself writes, though no sheet may fill them. */
function ownHeadings(paper: AnyPaper): ReadonlySet<string> {
  const labels = exportable(paper).flatMap((name) => {
    const field = exchangeField(paper, name);
    return field ? languages.map((language) => labelIn(field.label, language)) : [];
  });
  return new Set([...labels, '拒绝原因', '原行号', 'Why refused', 'Row']);
}

/**
 * May the rows be checked without a question? Not if a header is not the first row, rows are hidden, or another sheet
 * has the same columns. Nor if a column is unknown, or has values without a heading.
 */
export function isBeyondDoubt(
  paper: AnyPaper,
  file: ReadFile,
  { layout, headings }: ReadLayout,
  columns: readonly ImportColumn[],
): boolean {
  const { head } = file.sheets[layout.sheet];
  if (layout.height !== 1 || head[0].at !== layout.header || layout.hiddenRows > 0) return false;
  const own = ownHeadings(paper);
  const matched = new Set(columns.filter(({ field }) => field !== null).map(({ at }) => at));
  if (headings.some(({ text }, at) => text !== '' && !matched.has(at) && !own.has(text))) return false;
  if (columns.some(({ at }) => headings[at]?.text === '')) return false;
  return !hasRival(paper, file, layout.sheet, matched.size);
}

/** Does another sheet begin with as many known columns? */
function hasRival(paper: AnyPaper, file: ReadFile, sheet: number, matched: number): boolean {
  const known = knownHeadings(paper);
  return file.sheets.some(
    (one, at) =>
      at !== sheet &&
      one.rows > 1 &&
      new Set((one.head[0]?.cells ?? []).flatMap((text) => fieldsOfHeading(known, headingOf(text))[0] ?? [])).size >=
        matched,
  );
}
