import { englishDay } from '#kernel/language/days.ts';
import type { Context, TimedSteps } from '#kernel/server';
import { notifyStaff } from '#business/messaging/notify.service.ts';
import { overdueSql } from './tool-apply.server.ts';
import { CALIBRATION_AHEAD_DAYS } from './tool.rules.ts';

/** SQL of a tool `t` that is to be calibrated soon, or should have been. One that is away for it is not due. */
export const calibrationDueSql = (today: string): string =>
  `coalesce(t.need_calibrate and t.calibrate_due <= ${today} + ${CALIBRATION_AHEAD_DAYS} and t.tool_status in ('inStock', 'out'), false)`;

interface Overdue {
  readonly id: string;
  readonly no: string;
  readonly technicianId: string;
  readonly day: string;
}

/** Ask a technician and the store about tools that were due back. */
async function askForTools(context: Context, { id, no, technicianId, day }: Overdue): Promise<void> {
  const about = {
    event: 'toolDue',
    title: [`工具逾期未还:${no}`, `Tools overdue: ${no}`],
    content: [`应于 ${day} 归还`, `Due back on ${englishDay(day)}`],
    bizType: 'tool',
    bizId: id,
    bizNo: no,
    todo: true,
    again: day,
  } as const;
  await context.call(notifyStaff, { ...about, to: { technicians: [technicianId] } });
  await context.call(notifyStaff, { ...about, to: { roles: ['as_store'] } });
}

interface Calibration {
  readonly id: string;
  readonly code: string;
  readonly name: string;
  readonly holderId: string | null;
  readonly day: string;
}

/** Ask the store, and whoever has the tool, to have it calibrated. */
const askForCalibration = (context: Context, { id, code, name, holderId, day }: Calibration): Promise<void> =>
  context.call(notifyStaff, {
    event: 'toolDue',
    to: { roles: ['as_store'], ...(holderId && { technicians: [holderId] }) },
    title: [`工具待校准:${name}`, `Calibration due: ${name}`],
    content: [`${code}，${day} 到期`, `${code}, due on ${englishDay(day)}`],
    bizType: 'tool',
    bizId: id,
    bizNo: code,
    todo: true,
    again: day,
  });

/** Name tools that are overdue, and those whose calibration is due soon. Each is named once for its day. */
export async function toolsDue({ step }: TimedSteps): Promise<void> {
  await step(async (context) => {
    const overdue = await context.sql.query<Overdue>(
      `select t.id::text as id, t.tool_apply_no as no, t.technician_id::text as "technicianId", t.plan_return_date::text as day from astoolapply t where t.tenant_id = $1 and t.is_deleted = 0 and ${overdueSql('$2::date')} order by t.id limit 500`,
      [context.tenantId, context.today()],
    );
    for (const one of overdue) await askForTools(context, one);
    const due = await context.sql.query<Calibration>(
      `select t.id::text as id, t.tool_code as code, t.tool_name as name, t.holder_id::text as "holderId", t.calibrate_due::text as day from astool t
      where t.tenant_id = $1 and t.is_deleted = 0 and ${calibrationDueSql('$2::date')} order by t.id limit 500`,
      [context.tenantId, context.today()],
    );
    for (const one of due) await askForCalibration(context, one);
  });
}
