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

/** A column of an answer; numbers stand at the end of their cells. */
const column = record({ key: anyText, label: anyText, end: yesOrNo });

/** One line of an answer, in words; `part` = the whole of a group above the lines it is divided into. */
const line = record({ cells: list(anyText), part: optional(yesOrNo) });

/** A line or a colour of a chart: exact decimals, one for each label; '' where there is nothing. `tone`: what the key means. */
const series = record({ label: anyText, values: list(anyText), tone: optional(anyText) });

/** What a report says about the rows that whoever runs it sees. */
const answer = record({
  columns: list(column),
  rows: list(line),
  /** Below all lines: sums of a list, the whole of all groups. */
  foot: nullable(list(anyText)),
  /** So many rows of the paper stand behind it. */
  count: anyNumber,
  /** So many lines there are in all, of which a page of a list shows some. */
  lines: anyNumber,
  current: anyNumber,
  size: anyNumber,
  /** There are more groups than are shown. */
  more: yesOrNo,
  /** Columns that the reader may not read were left out. */
  hidden: anyNumber,
  /** May the reader take it as a file? */
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
