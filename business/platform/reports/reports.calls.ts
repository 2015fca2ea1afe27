import { flag } from '#kernel/fields/flag/flag.ts';
import { pageNumber, pageSize } from '#kernel/fields/integer/paging.ts';
import { id } from '#kernel/fields/ref/ref.ts';
import { call, choiceOf, wholeBody } from '#kernel/language/calls/call.ts';
import {
  type AnswerOf,
  anyNumber,
  anyText,
  fileAnswer,
  list,
  nothing,
  nullable,
  optional,
  record,
  yesOrNo,
} from '#kernel/language/calls/shape.ts';
import { reportFile } from './report-file.paper.ts';

const which = { id: id(['报表', 'Report']) };

/** A column of an answer; numbers are aligned at the end. */
const column = record({ key: anyText, label: anyText, end: yesOrNo });

/**
 * One line of an answer, its cells as text. `part` is true for the total of a group, which precedes the lines of its
 * parts; else absent.
 */
const line = record({ cells: list(anyText), part: optional(yesOrNo) });

/**
 * A series of the chart: one exact decimal for each label, empty if it has no value. `tone` is the dictionary colour of
 * its key.
 */
const series = record({ label: anyText, values: list(anyText), tone: optional(anyText) });

/** The answer of a report for its reader. */
const answer = record({
  columns: list(column),
  rows: list(line),
  /** The last line of the table: sums of a list, or totals of all groups. Null without either. */
  foot: nullable(list(anyText)),
  /** Number of rows of the paper that the answer includes. */
  count: anyNumber,
  /** Number of all lines; a page of a list shows some. */
  lines: anyNumber,
  current: anyNumber,
  size: anyNumber,
  /** Are there more groups than the answer shows? */
  more: yesOrNo,
  /** Number of columns left out, since the reader may not read them. */
  hidden: anyNumber,
  /** May the reader download the report? */
  mayTake: yesOrNo,
  chart: nullable(record({ labels: list(anyText), series: list(series) })),
});

export const runReport = call(reportFile, 'run', {
  method: 'GET',
  needs: 'view',
  title: ['运行报表', 'Run a report'],
  query: {
    ...which,
    current: pageNumber(),
    size: pageSize(50, 200),
    whole: flag(['全部（打印）', 'All of it, for a print']),
  },
  answer,
});

export const previewReport = call(reportFile, 'preview', {
  method: 'POST',
  needs: 'add',
  title: ['预览报表', 'See a report before it is kept'],
  body: { asked: wholeBody(reportFile) },
  answer,
});

export const takeReport = call(reportFile, 'take', {
  method: 'GET',
  needs: 'view',
  title: ['导出报表', 'Take a report away'],
  query: { ...which, format: choiceOf(['格式', 'Format'], ['xlsx', 'csv'], { initial: 'xlsx' }) },
  answer: fileAnswer('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'text/csv'),
});

export const noteReportPrint = call(reportFile, 'printed', {
  method: 'POST',
  needs: 'view',
  title: ['登记打印', 'Note a print'],
  body: which,
  answer: nothing,
});

export type AnswerColumn = AnswerOf<typeof column>;
export type AnswerRow = AnswerOf<typeof line>;
export type ChartSeries = AnswerOf<typeof series>;
export type ReportAnswer = AnswerOf<typeof answer>;
