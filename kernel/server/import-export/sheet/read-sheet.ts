import type { CsvDialect } from './csv-dialect.ts';

/** Input of the thread: the file to read (`path`), the file for its rows (`to`), and the maximum rows of one sheet. */
export interface SheetReading {
  readonly path: string;
  readonly to: string;
  readonly csv: boolean;
  readonly most: number;
}

/** One of the first rows of a sheet that have content. */
export interface HeadRow {
  /** Number of the row in its sheet, from 1. */ readonly at: number;
  readonly isHidden: boolean;
  readonly cells: readonly string[];
}

/** A visible sheet of an uploaded file. Rows without content are not counted. */
export interface ReadSheet {
  /** Empty for CSV. */ readonly name: string;
  readonly rows: number;
  readonly hidden: number;
  /** Number of rows without content between and behind the others. */ readonly gaps: number;
  /** A filter hides rows. */ readonly isFiltered: boolean;
  /** Its further rows were not read. */ readonly isCut: boolean;
  /** Merged ranges that begin in the head. */ readonly merged: readonly string[];
  readonly head: readonly HeadRow[];
}

/** Sheets of an uploaded file. `csv`: how a text was recognised; null for a workbook. */
export interface ReadFile {
  readonly sheets: readonly ReadSheet[];
  readonly csv: Pick<CsvDialect, 'encoding' | 'delimiter'> | null;
}

export type ReadProblem = 'unreadable' | 'tooSlow' | 'emptySheet' | 'openQuote';
export type ReadAnswer = ReadFile | { readonly problem: ReadProblem };
