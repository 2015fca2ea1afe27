import type { Context } from '#kernel/server';
import { annexClass, asksFor } from '#business/completion/annexes/annex-class.paper.ts';
import { completionAnnex } from '#business/completion/annexes/completion-annex.paper.ts';
import { actionLog } from '#business/masterdata/records/action-log.paper.ts';
import { addDays } from '#kernel/language/days.ts';
import type { FinishedJob } from './gather.server.ts';
import type { JobFacts } from './inconform.rules.ts';
import type { PricedLine } from './price-lines.rules.ts';
import { completionEquipmentFacts } from '#business/completion/completion/facts/completion-equipment-facts.relation.ts';
import { leaveFormFacts } from '#business/scheduling/leave/leave-form-facts.relation.ts';

/** Return the required photos of a job and the present ones; rejected ones do not count. */
async function photosOf(context: Context, { completion: job, visit, works }: FinishedJob): Promise<JobFacts['photos']> {
  const classes = (await context.find(annexClass, { status: 1 }, { limit: 500 })).filter((one) =>
    asksFor(one, job, job.endTime),
  );
  const photos = await context.find(completionAnnex, { dispatchListId: visit.id }, { limit: 500 });
  const machines = Math.max(1, works.filter((work) => work.completionEquipmentId).length);
  return classes.map((one) => {
    const mine = photos.filter((photo) => photo.classifyId === one.id);
    const rejected = mine.filter((photo) => photo.checkResult === 'fail').length;
    return {
      name: one.classifyName,
      wanted: one.minCount * (one.perEquipment ? machines : 1),
      there: mine.length - rejected,
      rejected,
    };
  });
}

/** Return when the completion was first submitted, or its creation time where the log has no entry. */
async function submittedAt(context: Context, { completion: job }: FinishedJob): Promise<string> {
  const steps = await context.find(actionLog, { bizType: 'completion', bizId: job.id }, { first: 500 });
  const handed = steps
    .filter((one) => one.toStatus === 'submitted')
    .map((one) => String(one.operateTime))
    .sort();
  return handed[0] ?? job.createTime;
}

const AROUND_DAYS = 7;

/**
 * Return the numbers of up to five other pieces for the same machine and process. Their jobs were finished at most
 * seven days before or after this one.
 */
async function twinsOf(context: Context, { works, finishDate, completion: job }: FinishedJob): Promise<string[]> {
  const pairs = works.filter((work) => work.equipmentId);
  if (pairs.length === 0) return [];
  const rows = await context.sql.query<{ no: string }>(
    `select distinct p.piece_no as no from aspiecework p
      join aspieceworkcollect l on l.piece_id = p.id and l.tenant_id = p.tenant_id and l.is_deleted = 0
      join ${completionEquipmentFacts} e on e.id = l.completion_equipment_id and e.tenant_id = p.tenant_id
      join unnest($2::bigint[], $3::bigint[]) as w(equipment, process) on w.equipment = e.equipment_id and w.process = l.piecework_process_id
    where p.tenant_id = $1 and p.is_deleted = 0 and p.piece_status <> 'cancelled' and p.completion_id <> $4 and p.finish_date between $5::date and $6::date order by no limit 5`,
    [
      context.tenantId,
      pairs.map((work) => work.equipmentId),
      pairs.map((work) => work.processId),
      job.id,
      addDays(finishDate, -AROUND_DAYS),
      addDays(finishDate, AROUND_DAYS),
    ],
  );
  return rows.map((row) => row.no);
}

async function onLeave(context: Context, { members, finishDate }: FinishedJob): Promise<string[]> {
  const rows = await context.sql.query<{ id: string }>(
    `select distinct technician_id::text as id from ${leaveFormFacts} where tenant_id = $1 and is_deleted = 0 and approve_status = 'approved' and technician_id = any($2::bigint[])
      and start_time <= ($3 || ' 23:59:59')::timestamptz and end_time > ($3 || ' 00:00:00')::timestamptz`,
    [context.tenantId, members.map((one) => one.technicianId), finishDate],
  );
  return members.filter((one) => rows.some((row) => row.id === one.technicianId)).map((one) => one.technicianName);
}

const COUNTABLE = new Set(['unitU', 'set']);

/** Return the facts that the rules of non-conformity check. */
export async function jobFactsOf(context: Context, job: FinishedJob, lines: readonly PricedLine[]): Promise<JobFacts> {
  const { completion: done, visit } = job;
  return {
    receivable: done.receivableAmount ?? '0',
    practical: done.practicalAmount ?? '0',
    unpaidReason: done.unpaidReason,
    photos: await photosOf(context, job),
    workMinutes: visit.workMinutes,
    arriveMetres: visit.arriveDistance,
    maxMetres: Number(await context.parameter('as.arrive.maxMetres')) || 500,
    isRework: done.isRework === true,
    mileageUnexplained: done.mileageStatus === 'explain',
    finishDate: job.finishDate,
    submitted: await submittedAt(context, job),
    lateReason: done.lateReason,
    onLeave: await onLeave(context, job),
    twins: await twinsOf(context, job),
    works: job.works.map((work) => ({
      name: work.process.processName,
      qty: work.qty,
      stdMinutes: work.process.stdMinutes,
      countable: COUNTABLE.has(work.process.unit) && work.equipmentId !== null,
      manual: false,
    })),
    unpriced: [
      ...new Set([
        ...job.unnamed,
        ...job.works
          .filter((work) => lines.some((line) => line.pieceworkProcessId === work.processId && !line.standardId))
          .map((work) => work.process.processName),
      ]),
    ],
  };
}
