import { isId } from '#kernel/fields/ref/ref.ts';
import type { Field } from '#kernel/language/field.ts';
import { type AnyPaper, type Row, columnOf } from '#kernel/language/paper.ts';
import { seenBy } from '#kernel/language/permission.ts';
import { sendStream } from '#kernel/server/exchange/send.ts';
import { WORKBOOK_TYPE, RowWriter, workbook } from '#kernel/server/exchange/sheet/workbook.ts';
import type { Call, Route } from '#kernel/server/http/route.ts';
import { pointedIn } from '#kernel/server/list/where.ts';
import { assertMay } from '#kernel/server/rows/read.ts';
import { readingOf } from '#kernel/server/rows/reading.ts';
import { writeAbout } from '#kernel/server/write/log.ts';
import { type Transaction, transact } from '#kernel/server/write/transaction.ts';
import { refuse } from '../refusals.ts';
import type { ReportAnswer } from './answers.ts';
import { paperFor } from './report-file.server.ts';
import { reportFile } from './report-file.paper.ts';
import { MADE, daysOf, groupFields, has, isTime, sumFields } from './report.rules.ts';

type Report = Row<typeof reportFile>;

const MOST_GROUPS = 200;

/** The rows a report is about, in the grammar of the lists. */
function queryOf(report: Report, today: string): Record<string, string> {
  const days = daysOf(report.span, today);
  const filters = Object.fromEntries([...Map.groupBy(report.filters ?? [], (one) => one.name)].map(([name, of]) => [`${name}_in`, of.map((one) => one.value).join(',')]));
  return { ...filters, ...(days && { createTime_datege: days.from, createTime_datele: `${days.to} 23:59:59` }) };
}

const UNITS: Readonly<Record<string, string>> = { day: 'YYYY-MM-DD', month: 'YYYY-MM', year: 'YYYY' };

const keySql = (of: AnyPaper, { groupBy, groupUnit }: Report): string => (isTime(of, groupBy) ? `to_char(t.${columnOf(groupBy)}, '${UNITS[groupUnit ?? 'month'] ?? UNITS.month}')` : `t.${columnOf(groupBy)}::text`);

/** How keys of a group are called: by the dictionary of the company, by the caption of what they point at, or as they are. */
async function namesOf(tx: Transaction, of: AnyPaper, name: string, keys: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const field = (MADE[name] ?? of.fields[name]) as Pick<Field, 'kind' | 'paper' | 'dictionary'>;
  const at = tx.language === 'en' ? 1 : 0;
  if (field.kind === 'flag') return new Map([['true', ['是', 'Yes'][at]], ['false', ['否', 'No'][at]]]);
  if (field.dictionary) return new Map((await tx.house.ports.choices(tx.tenantId, field.dictionary.code)).map((one) => [one.key, one.label[at]]));
  const to = field.paper ? pointedIn(tx.house)(field.paper) : undefined;
  if (!to) return new Map();
  const rows = await tx.sql.query<{ key: string; caption: string }>(`select ${to.key}::text as key, ${to.caption}::text as caption from ${to.table} where ${to.key}::text = any($1::text[])${to.tenants ? ' and tenant_id = $2' : ''}`, to.tenants ? [keys, tx.tenantId] : [keys]);
  return new Map(rows.map((row) => [row.key, row.caption]));
}

interface Counted { readonly key: string | null; readonly count: number; readonly sum: string | null; readonly all: number; readonly total: string | null }

/** Counts and sums, over the rows that whoever asks may see, of fields that he may read. */
async function answered(tx: Transaction, report: Report): Promise<ReportAnswer> {
  const of = seenBy(tx.person, paperFor(tx, report.paperName));
  if (!has(groupFields(of), report.groupBy) || (report.measure && !has(sumFields(of), report.measure))) throw refuse.notForYourEyes();
  const { sql, values } = await tx.rows(of, queryOf(report, tx.today()));
  const sum = report.measure ? `coalesce(sum(t.${columnOf(report.measure)}), 0)` : 'null::numeric';
  const rows = await tx.sql.query<Counted>(`select g.key, g.count, g.sum::text as sum, (sum(g.count) over ())::int as all, (sum(g.sum) over ())::text as total
    from (select ${keySql(of, report)} as key, count(*)::int as count, ${sum} as sum from ${of.table} t where ${sql} group by 1) g order by ${isTime(of, report.groupBy) ? 'g.key' : 'coalesce(g.sum, g.count) desc, g.key'} limit ${MOST_GROUPS + 1}`, values);
  const names = await namesOf(tx, of, report.groupBy, rows.flatMap((row) => row.key ?? []));
  const empty = tx.language === 'en' ? 'None' : '未填写';
  return {
    groups: rows.slice(0, MOST_GROUPS).map(({ key, count, sum: total }) => ({ key: key ?? '', label: key === null || key === '' ? empty : names.get(key) ?? key, count, sum: total })),
    count: rows[0]?.all ?? 0, sum: report.measure ? rows[0]?.total ?? '0' : null, more: rows.length > MOST_GROUPS,
  };
}

/** Runs the report that a call names, with the eyes of who calls. */
async function run(call: Call): Promise<{ report: Report; answer: ReportAnswer }> {
  assertMay(call.actor, reportFile, 'view');
  const id = String(call.query.id ?? call.body.id ?? '');
  if (!isId(id)) throw refuse.idMissing({ name: 'id' });
  return readingOf(call, async (tx) => { const report = await tx.get(reportFile, id); return { report, answer: await answered(tx, report) }; });
}

/** The answer as a workbook to take away; who took it is noted. */
async function taken(call: Call): Promise<unknown> {
  const { report, answer } = await run(call);
  const en = call.actor.language === 'en';
  await transact(call.house, call.actor, (tx) => writeAbout(tx, reportFile, 'export', report.name));
  const writer = new RowWriter(['text', 'number', 'number']);
  const rows = answer.groups.map((one) => writer.xml([one.label, String(one.count), one.sum ?? '']));
  const sheet = { name: report.name.replaceAll(/[\\/?*[\]:]/g, ' ').slice(0, 31) || 'report', header: [en ? 'Group' : '分组', en ? 'Rows' : '数量', ...(report.measure ? [en ? 'Sum' : '合计'] : [])], widths: [30, 12, 16], rows };
  return sendStream(call, workbook([sheet]), { name: `${report.name}.xlsx`, type: WORKBOOK_TYPE });
}

export const reportRoutes = (): Route[] => [
  { method: 'GET', path: `${reportFile.path}/run`, needs: 'view', paper: reportFile, query: ['id'], summary: ['运行报表', 'Run a report'], work: async (call) => (await run(call)).answer },
  { method: 'GET', path: `${reportFile.path}/take`, needs: 'view', paper: reportFile, query: ['id'], summary: ['导出报表', 'Take a report away'], raw: true, download: true, work: taken },
];
