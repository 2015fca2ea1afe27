import { sendNotice } from '#kernel/language/notice.ts';
import type { Row } from '#kernel/language/paper.ts';
import { type Steps, behaviour } from '#kernel/server/behaviour.ts';
import type { Context } from '#kernel/server/context.ts';
import { type Asked, assertAsks, paperFor } from './asked.server.ts';
import { reportFile } from './report-file.paper.ts';
import { isDue } from './report.rules.ts';

/** To everybody who is named, else to whom it was made by; each opens it with his own eyes. */
async function deliver(context: Context, report: Row<typeof reportFile>): Promise<void> {
  const to = report.receivers?.length ? report.receivers : [report.createUser];
  await context.call(sendNotice, { to, kind: 'report', title: `报表：${report.name}`, content: '定时报表已生成，点开即按您可见的数据计算', about: { paper: reportFile.name, id: report.id, caption: report.name }, again: `${report.id}#${context.today()}` });
  await context.sql.query(`update ${reportFile.table} set last_delivered = $3 where tenant_id = $1 and id = $2`, [context.tenantId, report.id, context.now()]);
}

async function deliverDue({ step }: Steps): Promise<void> {
  await step(async (context) => {
    const due = (await context.find(reportFile, { schedule: ['daily', 'weekly', 'monthly'] }, 1000)).filter((one) => isDue(one.schedule, context.today()) && one.lastDelivered?.slice(0, 10) !== context.today());
    for (const report of due) await deliver(context, report);
  });
}

export default behaviour<typeof reportFile>(reportFile, {
  async saving(context, { before, values, byHand }) {
    const after = { ...before, ...values } as Asked;
    if (byHand) assertAsks(paperFor(context, after.paperName ?? ''), after);
  },
  timed: { deliver: { cron: '5 7 * * *', work: deliverDue } },
});
