import { behaviour, byLines, implement, type Context } from '#kernel/server';
import { phoneTime } from '#business/dispatch/visit/visit-hands.server.ts';
import { technician } from '#business/masterdata/people/technician/technician.paper.ts';
import { countToolPrint, printTools } from '../shipment/print/goods-prints.calls.ts';
import { countGoodsPrint, toolPrint } from '../shipment/print/goods-prints.server.ts';
import { refuse } from '../refusals.ts';
import { handOutTools, takeToolsBack } from './hand-out.server.ts';
import { loseTools } from './lose-tools.server.ts';
import { appliesOfTechnician } from './tool-apply.calls.ts';
import { toolApply } from './tool-apply.paper.ts';
import { toolLine } from './tool-line.paper.ts';
import type { ToolApply } from './tool-lines.server.ts';

/** SQL of an application `t` whose tools are due back before `today`; a permanent one is never due. */
export const overdueSql = (today: string): string =>
  `(t.tool_apply_status in ('handedOut', 'partReturned') and t.tool_apply_type <> 'keep' and t.plan_return_date is not null and t.plan_return_date < ${today})`;

/** Refuse an application for somebody else; the store writes it for anybody. */
async function assertForWhom(context: Context, technicianId: string): Promise<void> {
  const [self] = await context.find(technician, { userId: context.person.id }, { first: 1 });
  if (self && self.id !== technicianId && !context.may('astoolapply_handOut')) throw refuse.toolsOfAnother();
}

/** Refuse a further application of a technician who has overdue tools. */
async function assertNothingOverdue(context: Context, technicianId: string): Promise<void> {
  if ((await context.parameter('as.tool.blockOverdue')) === 'false') return;
  const rows = await context.sql.query<{ no: string }>(
    `select t.tool_apply_no as no from astoolapply t where t.tenant_id = $1 and t.technician_id = $2 and t.is_deleted = 0 and ${overdueSql('$3::date')} order by t.id limit 5`,
    [context.tenantId, technicianId, context.today()],
  );
  if (rows.length) throw refuse.toolsOverdue({ nos: rows.map((row) => row.no).join('、') });
}

/** Refuse a loan without the day on which the tools come back. */
function assertDay({ toolApplyType, planReturnDate }: ToolApply): void {
  if (toolApplyType === 'borrow' && !planReturnDate)
    throw refuse.returnDayNeeded({
      fields: [{ field: 'planReturnDate', words: ['请填写计划归还', 'Fill in the day of the return'] }],
    });
}

export default behaviour<typeof toolApply>(toolApply, {
  async saving(context, { before, values, extra, byHand }) {
    const all = { ...before, ...values } as ToolApply;
    assertDay(all);
    if (byHand) await assertForWhom(context, all.technicianId);
    if (before || all.toolApplyStatus !== 'submitted') return {};
    await assertNothingOverdue(context, all.technicianId);
    return { submitTime: phoneTime(context, extra?.at) };
  },
  async saved(context, { before, row }) {
    if (!before && row.toolApplyStatus === 'submitted') await context.emit('toolApply.submit', { id: row.id });
  },
  actions: {
    async submit(context, row, { at }) {
      await assertNothingOverdue(context, row.technicianId);
      return { submitTime: phoneTime(context, at) };
    },
    approve: async (context, _row, { note }) => ({
      approveUser: context.person.id,
      approveTime: context.now(),
      approveNote: note,
    }),
    reject: async (context, _row, { note }) => ({
      approveUser: context.person.id,
      approveTime: context.now(),
      approveNote: note,
    }),
    handOut: handOutTools,
    return: takeToolsBack,
    lost: loseTools,
  },
  computed: { overdue: overdueSql('$today') },
  filters: {
    toolId: byLines(toolLine, 'toolApplyId', 'toolId'),
    overdue: { reads: toolApply.fields.overdue, sql: `(${overdueSql('$today')}) = ($ = 'true')` },
  },
  calls: [
    implement(appliesOfTechnician, {
      read: ({ id, current, size, filters }, reading) =>
        reading.visible(toolApply).page({ ...filters, current, size, ...(id !== '0' && { technicianId: id }) }),
    }),
    implement(printTools, { read: toolPrint }),
    implement(countToolPrint, { write: ({ id }, context) => countGoodsPrint(context, toolApply, id) }),
  ],
});
