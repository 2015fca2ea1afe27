import type { CallInputOf, SentRow } from '#kernel/language/calls/call.ts';
import { type AnyPaper, type Row, storedFields } from '#kernel/language/paper.ts';
import { decide } from '#kernel/language/permission.ts';
import {
  assertMaySeek,
  BOM,
  csvRow,
  exportFile,
  exportFileName,
  footerOf,
  implementRoute,
  markOf,
  markSheet,
  noteExport,
  planExport,
  readBody,
  readingOf,
  refuseProblems,
  type Route,
  type RouteAsking,
  RowWriter,
  sendStream,
  transact,
  type Transaction,
  workbook,
  writeAbout,
} from '#kernel/server';
import { refuse } from '../refusals.ts';
import { type ReportAnswer, noteReportPrint, previewReport, runReport, takeReport } from './reports.calls.ts';
import { type ReportQuestion, assertAsks, forReader, paperFor, queryOf } from './report-question.server.ts';
import { reportFile } from './report-file.paper.ts';
import { groupsAnswer } from './run-groups.server.ts';
import { listAnswer, listFoot, reportOrderOf } from './run-list.server.ts';

type Report = Row<typeof reportFile>;

const USUAL_SIZE = 50;
/** Maximum of printed rows; more need a download. */
const MAX_PRINTED = 2000;
/** Number of rows in a preview. */
const PREVIEWED = 20;

interface Shown {
  readonly current: number;
  readonly size: number;
}

/** May the caller download the answer? A list needs the right to export; groups need only the right to read. */
const mayTake = (tx: Transaction, of: AnyPaper, question: ReportQuestion): boolean =>
  question.shape !== 'list' || decide(tx.person, of, 'export').allow;

/** Return the answer of a report, reduced to the rows and columns that the caller may see. */
async function answered(tx: Transaction, question: ReportQuestion, page: Shown): Promise<ReportAnswer> {
  const of = paperFor(tx, question.paperName);
  const seen = forReader(of, question);
  const answer = seen.shape === 'list' ? await listAnswer(tx, of, seen, page) : await groupsAnswer(tx, of, seen);
  return {
    ...answer,
    hidden: (question.columns ?? []).length - (seen.columns ?? []).length,
    mayTake: mayTake(tx, of, seen),
  };
}

/** Return the report of this id; refuse a call without an id. */
async function reportOf(tx: Transaction, id: string | null): Promise<Report> {
  if (!id) throw refuse.idMissing({ name: 'id' });
  return tx.get(reportFile, id);
}

const run = ({ id, whole, current, size }: CallInputOf<typeof runReport>, asking: RouteAsking): Promise<ReportAnswer> =>
  readingOf(asking, async (tx) =>
    answered(tx, await reportOf(tx, id), whole ? { current: 1, size: MAX_PRINTED } : { current, size }),
  );

/** Answer an unsaved report after the checks of a save. */
async function preview(sent: SentRow<typeof reportFile>, asking: RouteAsking): Promise<ReportAnswer> {
  const { values, problems } = readBody(reportFile, sent, null);
  refuseProblems(problems.filter((one) => one.field !== 'name'));
  const initial = Object.fromEntries(storedFields(reportFile).map(([name, field]) => [name, field.initial ?? null]));
  const question = { ...initial, ...values } as ReportQuestion;
  return readingOf(asking, async (tx) => {
    assertAsks(paperFor(tx, question.paperName ?? ''), question);
    return answered(tx, question, { current: 1, size: PREVIEWED });
  });
}

/**
 * Download a list report. It needs the right to export, carries the same watermark as other exports, and is logged as
 * an export by the caller.
 */
async function takenList(call: RouteAsking, report: Report, format: 'xlsx' | 'csv'): Promise<unknown> {
  const { app, actor } = call;
  const { of, seen } = await readingOf(call, async (tx) => {
    const paper = paperFor(tx, report.paperName);
    return { of: paper, seen: forReader(paper, report) };
  });
  const input = await readingOf(call, async (tx) => ({
    columns: (seen.columns ?? []).map((one) => one.name),
    scope: 'all' as const,
    filters: { ...queryOf(seen, tx.today()), ...reportOrderOf(seen) },
    format,
    masked: true,
    ...(seen.mostRows && { most: seen.mostRows }),
  }));
  const planned = await planExport(app, actor, of, input);
  const foot = await readingOf(call, (tx) => listFoot(tx, of, seen, planned.columns));
  const named = { ...planned, title: report.name, ...(foot && { foot }) };
  await noteExport(app, actor, named);
  return sendStream(call, exportFile(app, actor, named), exportFileName(app, actor, named));
}

const linesOf = (answer: ReportAnswer): (readonly string[])[] => [
  ...answer.rows.map((one) => one.cells),
  ...(answer.foot ? [answer.foot] : []),
];

/** Download a report of groups with the same lines as on the screen. The export is logged. */
async function takenGroups(call: RouteAsking, report: Report, format: 'xlsx' | 'csv'): Promise<unknown> {
  const { app, actor } = call;
  const { answer, of } = await readingOf(call, async (tx) => ({
    answer: await answered(tx, report, { current: 1, size: USUAL_SIZE }),
    of: paperFor(tx, report.paperName),
  }));
  await assertMaySeek(app, actor);
  const mark = await markOf(app, actor, of, false);
  await transact(app, actor, (tx) => writeAbout(tx, reportFile, 'export', report.name));
  const file = exportFileName(app, actor, { paper: reportFile, format, mark, title: report.name });
  const header = answer.columns.map((column) => column.label);
  if (format === 'csv') return sendStream(call, csvOf([header, ...linesOf(answer)]), file);
  const writer = new RowWriter(answer.columns.map((column) => (column.end ? 'number' : 'text')));
  const sheet = {
    name: report.name,
    header,
    widths: answer.columns.map((column) => (column.end ? 16 : 24)),
    rows: linesOf(answer).map((cells) => writer.xml(cells)),
    foot: mark && footerOf(mark),
  };
  return sendStream(
    call,
    workbook([
      sheet,
      ...(mark
        ? [markSheet(mark, { title: [report.name, report.name], rows: answer.rows.length, language: actor.language })]
        : []),
    ]),
    file,
  );
}

async function* csvOf(lines: readonly (readonly string[])[]): AsyncGenerator<Buffer> {
  yield Buffer.from(BOM + lines.map(csvRow).join(''));
}

/** Download the answer of a report as a file. */
async function taken({ id, format }: CallInputOf<typeof takeReport>, asking: RouteAsking): Promise<unknown> {
  const report = await readingOf(asking, (tx) => reportOf(tx, id));
  return report.shape === 'list' ? takenList(asking, report, format) : takenGroups(asking, report, format);
}

/** Log that the caller prints the report, before the print starts. */
async function printed(id: string | null, asking: RouteAsking): Promise<void> {
  const report = await readingOf(asking, (tx) => reportOf(tx, id));
  await transact(asking.app, asking.actor, (tx) => writeAbout(tx, reportFile, 'print', report.name));
}

export const reportRoutes = (): Route[] => [
  implementRoute(runReport, run),
  implementRoute(previewReport, ({ asked }, asking) => preview(asked, asking), { harmless: 'always' }),
  implementRoute(takeReport, taken, { raw: true, download: true, harmless: 'expired' }),
  implementRoute(noteReportPrint, ({ id }, asking) => printed(id, asking), { harmless: 'expired' }),
];
