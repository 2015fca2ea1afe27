import { sendNotice } from '#kernel/language/rooms/notice.ts';
import { type Language, labelIn } from '#kernel/language/label.ts';
import type { AnyPaper, Row } from '#kernel/language/paper.ts';
import { behaviour, type Context, type WorkSteps } from '#kernel/server';
import { type ReportQuestion, assertAsks, reportFilters, paperFor } from './report-question.server.ts';
import { reportFile } from './report-file.paper.ts';
import { reportField, isDue, keyOf, measureLabel, measuresOf } from './report.rules.ts';

/** Notify the receivers of a report, or else its author, that it is due. Each opens it with their own scope. */
async function deliver(context: Context, report: Row<typeof reportFile>): Promise<void> {
  const to = report.receivers?.length ? report.receivers : [report.createUser];
  await context.call(sendNotice, {
    to,
    kind: 'report',
    title: [`报表：${report.name}`, `Report: ${report.name}`],
    content: [
      '定时报表已生成，点开即按您可见的数据计算',
      'It is time for this report: opened, it is made of what you may see',
    ],
    about: { paper: reportFile.name, id: report.id, caption: report.name },
    again: `${report.id}#${context.today()}`,
  });
  await context.sql.query(`update ${reportFile.table} set last_delivered = $3 where tenant_id = $1 and id = $2`, [
    context.tenantId,
    report.id,
    context.now(),
  ]);
}

async function deliverDue({ step }: WorkSteps): Promise<void> {
  await step(async (context) => {
    const due = (await context.find(reportFile, { schedule: ['daily', 'weekly', 'monthly'] }, { limit: 1000 })).filter(
      (one) => isDue(one.schedule, context.today()) && one.lastDelivered?.slice(0, 10) !== context.today(),
    );
    for (const report of due) await deliver(context, report);
  });
}

type Report = Row<typeof reportFile>;

/**
 * Return the paper of a report with all fields. Its labels alone are shown in the history, so rights are not checked.
 */
const sourceOf = (context: Context, { paperName }: Report): AnyPaper | undefined =>
  context.rooms.flatMap((room) => room.papers).find((one) => one.name === paperName);

const fieldTold = (context: Context, row: Report, name: string | null, language: Language): string => {
  const of = sourceOf(context, row);
  const field = of && reportField(of, name ?? '');
  return field ? labelIn(field.label, language) : (name ?? '');
};

const listed = (words: readonly string[], language: Language): string => words.join(labelIn(['、', ', '], language));

function orderTold(context: Context, row: Report, language: Language): string {
  const of = sourceOf(context, row);
  const measure = measuresOf(row).find((one) => keyOf(one) === row.orderBy);
  return row.orderBy === 'group'
    ? labelIn(['分组', 'The group'], language)
    : measure && of
      ? labelIn(measureLabel(of, measure), language)
      : fieldTold(context, row, row.orderBy, language);
}

async function filtersTold(context: Context, row: Report, language: Language): Promise<string> {
  const of = sourceOf(context, row);
  return of
    ? (
        await Promise.all(
          Object.entries(reportFilters(row.filters)).map(([name, value]) => context.inWords(of, name, value, language)),
        )
      ).join(labelIn(['；', '; '], language))
    : '';
}

export default behaviour<typeof reportFile>(reportFile, {
  describe: {
    paperName: async (context, row, language) =>
      labelIn(sourceOf(context, row)?.title ?? [row.paperName, row.paperName], language),
    columns: async (context, row, language) =>
      listed(
        (row.columns ?? []).map((one) => fieldTold(context, row, one.name, language)),
        language,
      ),
    groupBy: async (context, row, language) => fieldTold(context, row, row.groupBy, language),
    thenBy: async (context, row, language) => fieldTold(context, row, row.thenBy, language),
    measures: async (context, row, language) => {
      const of = sourceOf(context, row);
      return of
        ? listed(
            measuresOf(row).map((one) => labelIn(measureLabel(of, one), language)),
            language,
          )
        : '';
    },
    orderBy: async (context, row, language) => orderTold(context, row, language),
    filters: filtersTold,
  },
  async saving(context, { before, values, byHand }) {
    const after = { ...before, ...values } as ReportQuestion;
    if (byHand) assertAsks(paperFor(context, after.paperName ?? ''), after);
  },
  timed: { deliver: { cron: '5 7 * * *', work: deliverDue } },
});
