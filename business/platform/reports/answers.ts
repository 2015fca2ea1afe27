/** A column of an answer; numbers stand at the end of their cells. */
export interface AnswerColumn {
  readonly key: string;
  readonly label: string;
  readonly end: boolean;
}

/** One line of an answer, in words; `part` = the whole of a group above the lines it is divided into. */
export interface AnswerRow {
  readonly cells: readonly string[];
  readonly part?: true;
}

/** A line or a colour of a chart: exact decimals, one for each label; '' where there is nothing. */
export interface ChartSeries {
  readonly label: string;
  readonly values: readonly string[];
}

/** What a report says about the rows that whoever runs it sees. */
export interface ReportAnswer {
  readonly columns: readonly AnswerColumn[];
  readonly rows: readonly AnswerRow[];
  /** Below all lines: sums of a list, the whole of all groups. */
  readonly foot: readonly string[] | null;
  /** So many rows of the paper stand behind it. */
  readonly count: number;
  /** So many lines there are in all, of which a page of a list shows some. */
  readonly lines: number;
  readonly current: number;
  readonly size: number;
  /** There are more groups than are shown. */
  readonly more: boolean;
  /** Columns that the reader may not read were left out. */
  readonly hidden: number;
  /** May the reader take it as a file? */
  readonly mayTake: boolean;
  readonly chart: { readonly labels: readonly string[]; readonly series: readonly ChartSeries[] } | null;
}
