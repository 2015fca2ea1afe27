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
/** So many rows are printed; more are taken as a file. */
const MOST_PRINTED = 2000;
/** While it is made, these are enough to see what it will be. */
const PREVIEWED = 20;

interface Shown {
  readonly current: number;
  readonly size: number;
}

/** Rows go out of the product by the right to export them; numbers about groups by the right to read. */
const mayTake = (tx: Transaction, of: AnyPaper, asked: ReportQuestion): boolean =>
  asked.shape !== 'list' || decide(tx.person, of, 'export').allow;

/** The answer to a question, for the eyes of whoever asks. */
async function answered(tx: Transaction, asked: ReportQuestion, page: Shown): Promise<ReportAnswer> {
  const of = paperFor(tx, asked.paperName);
  const seen = forReader(of, asked);
  const answer = seen.shape === 'list' ? await listAnswer(tx, of, seen, page) : await groupsAnswer(tx, of, seen);
  return {
    ...answer,
    hidden: (asked.columns ?? []).length - (seen.columns ?? []).length,
    mayTake: mayTake(tx, of, seen),
  };
}

/** The report that a call names. */
async function reportOf(tx: Transaction, id: string | null): Promise<Report> {
  if (!id) throw refuse.idMissing({ name: 'id' });
  return tx.get(reportFile, id);
}

const run = ({ id, whole, current, size }: CallInputOf<typeof runReport>, asking: RouteAsking): Promise<ReportAnswer> =>
  readingOf(asking, async (tx) =>
    answered(tx, await reportOf(tx, id), whole ? { current: 1, size: MOST_PRINTED } : { current, size }),
  );

/** What is being made, answered before it is kept: judged as it would be when it is saved. */
async function preview(given: SentRow<typeof reportFile>, asking: RouteAsking): Promise<ReportAnswer> {
  const { values, problems } = readBody(reportFile, given, null);
  refuseProblems(problems.filter((one) => one.field !== 'name'));
  const initial = Object.fromEntries(storedFields(reportFile).map(([name, field]) => [name, field.initial ?? null]));
  const asked = { ...initial, ...values } as ReportQuestion;
  return readingOf(asking, async (tx) => {
    assertAsks(paperFor(tx, asked.paperName ?? ''), asked);
    return answered(tx, asked, { current: 1, size: PREVIEWED });
  });
}

/** A plain list as a file goes the way of every export: its rights, its marks, its note of who took what. */
async function takenList(call: RouteAsking, report: Report, format: 'xlsx' | 'csv'): Promise<unknown> {
  const { app, actor } = call;
  const { of, seen } = await readingOf(call, async (tx) => {
    const paper = paperFor(tx, report.paperName);
    return { of: paper, seen: forReader(paper, report) };
  });
  const asked = await readingOf(call, async (tx) => ({
    columns: (seen.columns ?? []).map((one) => one.name),
    scope: 'all' as const,
    filters: { ...queryOf(seen, tx.today()), ...reportOrderOf(seen) },
    format,
    masked: true,
    ...(seen.mostRows && { most: seen.mostRows }),
  }));
  const planned = await planExport(app, actor, of, asked);
  const foot = await readingOf(call, (tx) => listFoot(tx, of, seen, planned.columns));
  const named = { ...planned, title: report.name, ...(foot && { foot }) };
  await noteExport(app, actor, named);
  return sendStream(call, exportFile(app, actor, named), exportFileName(app, actor, named));
}

const linesOf = (answer: ReportAnswer): (readonly string[])[] => [
  ...answer.rows.map((one) => one.cells),
  ...(answer.foot ? [answer.foot] : []),
];

/** Groups as a file: the same lines as on the screen. */
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

/** The answer as a file to take away; who took it is noted. */
async function taken({ id, format }: CallInputOf<typeof takeReport>, asking: RouteAsking): Promise<unknown> {
  const report = await readingOf(asking, (tx) => reportOf(tx, id));
  return report.shape === 'list' ? takenList(asking, report, format) : takenGroups(asking, report, format);
}

/** A print is noted before it is made. */
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
