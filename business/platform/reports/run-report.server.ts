import { isId } from '#kernel/fields/ref/ref.ts';
import { type AnyPaper, type Row, storedFields } from '#kernel/language/paper.ts';
import { decide } from '#kernel/language/permission.ts';
import {
  assertMay,
  assertMaySeek,
  BOM,
  csvRow,
  exportFile,
  exportFileName,
  footerOf,
  markOf,
  markSheet,
  noteExport,
  planExport,
  readBody,
  readingOf,
  refuseProblems,
  type Route,
  type RouteCall,
  RowWriter,
  sendStream,
  transact,
  type Transaction,
  workbook,
  writeAbout,
} from '#kernel/server';
import { refuse } from '../refusals.ts';
import type { ReportAnswer } from './answers.ts';
import { type ReportQuestion, assertAsks, forReader, paperFor, queryOf } from './report-question.server.ts';
import { reportFile } from './report-file.paper.ts';
import { groupsAnswer } from './run-groups.server.ts';
import { listAnswer, listFoot, reportOrderOf } from './run-list.server.ts';

type Report = Row<typeof reportFile>;

const USUAL_SIZE = 50;
const MOST_SIZE = 200;
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
async function reportOf(call: RouteCall, tx: Transaction): Promise<Report> {
  assertMay(call.actor, reportFile, 'view');
  const id = String(call.query.id ?? call.body.id ?? '');
  if (!isId(id)) throw refuse.idMissing({ name: 'id' });
  return tx.get(reportFile, id);
}

const whole = (text: unknown, otherwise: number, most: number): number => {
  const number = Number.parseInt(String(text ?? ''), 10);
  return number > 0 ? Math.min(number, most) : otherwise;
};

const pageOf = ({ query }: RouteCall): Shown =>
  query.whole === '1'
    ? { current: 1, size: MOST_PRINTED }
    : { current: whole(query.current, 1, 100_000), size: whole(query.size, USUAL_SIZE, MOST_SIZE) };

const run = (call: RouteCall): Promise<ReportAnswer> =>
  readingOf(call, async (tx) => answered(tx, await reportOf(call, tx), pageOf(call)));

/** What is being made, answered before it is kept: judged as it would be when it is saved. */
async function preview(call: RouteCall): Promise<ReportAnswer> {
  assertMay(call.actor, reportFile, 'add');
  const { values, problems } = readBody(reportFile, call.body, null);
  refuseProblems(problems.filter((one) => one.field !== 'name'));
  const initial = Object.fromEntries(storedFields(reportFile).map(([name, field]) => [name, field.initial ?? null]));
  const asked = { ...initial, ...values } as unknown as ReportQuestion;
  return readingOf(call, async (tx) => {
    assertAsks(paperFor(tx, asked.paperName ?? ''), asked);
    return answered(tx, asked, { current: 1, size: PREVIEWED });
  });
}

/** A plain list as a file goes the way of every export: its rights, its marks, its note of who took what. */
async function takenList(call: RouteCall, report: Report, format: 'xlsx' | 'csv'): Promise<unknown> {
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
async function takenGroups(call: RouteCall, report: Report, format: 'xlsx' | 'csv'): Promise<unknown> {
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
async function taken(call: RouteCall): Promise<unknown> {
  const report = await readingOf(call, (tx) => reportOf(call, tx));
  const format = call.query.format === 'csv' ? 'csv' : 'xlsx';
  return report.shape === 'list' ? takenList(call, report, format) : takenGroups(call, report, format);
}

/** A print is noted before it is made. */
async function printed(call: RouteCall): Promise<void> {
  const report = await readingOf(call, (tx) => reportOf(call, tx));
  await transact(call.app, call.actor, (tx) => writeAbout(tx, reportFile, 'print', report.name));
}

export const reportRoutes = (): Route[] => [
  {
    method: 'GET',
    path: `${reportFile.path}/run`,
    needs: 'view',
    paper: reportFile,
    query: ['id', 'current', 'size', 'whole'],
    summary: ['运行报表', 'Run a report'],
    work: run,
  },
  {
    method: 'POST',
    path: `${reportFile.path}/preview`,
    needs: 'add',
    paper: reportFile,
    harmless: 'always',
    summary: ['预览报表', 'See a report before it is kept'],
    work: preview,
  },
  {
    method: 'GET',
    path: `${reportFile.path}/take`,
    needs: 'view',
    paper: reportFile,
    query: ['id', 'format'],
    summary: ['导出报表', 'Take a report away'],
    raw: true,
    download: true,
    harmless: 'expired',
    work: taken,
  },
  {
    method: 'POST',
    path: `${reportFile.path}/printed`,
    needs: 'view',
    paper: reportFile,
    harmless: 'expired',
    summary: ['登记打印', 'Note a print'],
    work: printed,
  },
];
