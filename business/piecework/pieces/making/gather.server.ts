import type { Row } from '#kernel/language/paper.ts';
import type { Context } from '#kernel/server';
import { completionEquipment } from '#business/completion/completion/completion-equipment.paper.ts';
import { completion } from '#business/completion/completion/completion.paper.ts';
import { equipment } from '#business/customers/equipment/equipment.paper.ts';
import { premises } from '#business/customers/premises.paper.ts';
import { crewMember } from '#business/dispatch/crew/crew-member.paper.ts';
import { visit } from '#business/dispatch/visit/visit.paper.ts';
import { technician } from '#business/masterdata/people/technician/technician.paper.ts';
import { registration } from '#business/intake/registration/registration.paper.ts';
import { calendarDay } from '#business/scheduling/calendar-day.paper.ts';
import { processFor } from '../../standards/auto-rule.rules.ts';
import { pieceStandard } from '../../standards/piece-standard.paper.ts';
import { process } from '../../standards/process.paper.ts';
import { timeFactor, timeFactors } from '../time-factor.rules.ts';
import type { Member, Standard, ProcessWork } from './price-lines.rules.ts';

type Completion = Row<typeof completion>;
type Process = Row<typeof process>;

/** A completed job with everything that its pay depends on. */
export interface FinishedJob {
  readonly completion: Completion;
  readonly visit: Row<typeof visit>;
  readonly order: Row<typeof registration> | null;
  readonly finishDate: string;
  /** The lead is the last member. */
  readonly members: readonly Member[];
  readonly criteria: {
    readonly receiptsType: string | null;
    readonly weibao: string | null;
    readonly premisesDistrict: string | null;
    readonly technicianLevel: string | null;
  };
  readonly works: readonly (ProcessWork & { readonly process: Process; readonly equipmentId: string | null })[];
  /** Names of machines of the completion for whose work no process was found. */
  readonly unnamed: readonly string[];
  readonly standards: readonly Standard[];
}

type Mate = Row<typeof crewMember>;

/**
 * Return the crew at the end of a job: members who had joined and not left by then. If there are none, return the
 * current crew.
 */
async function crewAt(context: Context, { dispId, endTime }: Pick<Completion, 'dispId' | 'endTime'>): Promise<Mate[]> {
  const all = await context.find(crewMember, { dispId }, { limit: 100 });
  const then = all.filter(
    (one) => (!one.joinTime || one.joinTime <= endTime) && (!one.leaveTime || one.leaveTime > endTime),
  );
  return then.length ? then : all.filter((one) => one.isCurrent);
}

/** Return the members who share the pay of a job. The lead is last and receives what rounding leaves. */
async function crewOf(
  context: Context,
  job: Completion,
  visitor: string,
): Promise<Pick<Mate, 'technicianId' | 'shareRatio'>[]> {
  const { technicianId } = job;
  const crew = await crewAt(context, job);
  const lead = technicianId ?? visitor;
  if (crew.length === 0) return [{ technicianId: lead, shareRatio: '1' }];
  const rank = (one: Mate): number => (one.technicianId === lead ? 2 : one.crewRole === 'lead' ? 1 : 0);
  return crew.toSorted((a, b) => rank(a) - rank(b) || (BigInt(a.id) < BigInt(b.id) ? -1 : 1));
}

/**
 * Return the technicians of the original job, if this one is a rework. They are not paid for a rework of their own job.
 */
async function firstCrew(
  context: Context,
  job: Completion,
  order: Row<typeof registration> | null,
): Promise<ReadonlySet<string>> {
  if (!job.isRework || !order?.sourceRegistrationId) return new Set();
  const jobs = (
    await context.find(completion, { registrationFormId: order.sourceRegistrationId }, { limit: 20 })
  ).filter((one) => one.completeStatus !== 'redone');
  const mates: Mate[] = [];
  for (const one of jobs) mates.push(...(await crewAt(context, one)));
  return new Set(mates.map((mate) => mate.technicianId));
}

async function membersOf(
  context: Context,
  job: Completion,
  visitor: string,
  { order, finishDate }: Pick<FinishedJob, 'order' | 'finishDate'>,
): Promise<{ members: Member[]; level: string | null }> {
  const crew = await crewOf(context, job, visitor);
  const people = new Map(
    (await context.find(technician, { id: crew.map((one) => one.technicianId) }, { limit: 200 })).map((one) => [
      one.id,
      one,
    ]),
  );
  const [special] = await context.find(calendarDay, { calendarDate: finishDate }, { first: 1 });
  const factors = timeFactors(await context.parameter('as.wage.timeCoef'));
  const first = await firstCrew(context, job, order);
  const members = crew.map(({ technicianId, shareRatio }): Member => {
    const person = people.get(technicianId);
    return {
      technicianId,
      technicianName: person?.realName ?? '',
      shareRatio: shareRatio ?? '0',
      pieceRatio: person?.pieceRatio ?? '1',
      qualityCoef: first.has(technicianId) ? '0' : '1',
      timeCoef: timeFactor(finishDate, special?.dayKind ?? null, person?.workDays ?? '', factors),
    };
  });
  return { members, level: people.get(members[members.length - 1].technicianId)?.technicianLevel ?? null };
}

/**
 * Return the paid processes of a completion: one for each line, and the call-out. A line names its process, or the
 * process's `autoRule` selects it. `unnamed` lists machines without a process.
 */
async function worksOf(context: Context, job: Completion): Promise<Pick<FinishedJob, 'works' | 'unnamed'>> {
  const lines = (await context.find(completionEquipment, { completionId: job.id }, { limit: 500 })).reverse();
  const machines = new Map(
    (await context.find(equipment, { id: lines.flatMap((line) => line.equipmentId ?? []) }, { limit: 500 })).map(
      (one) => [one.id, one],
    ),
  );
  const leaves = await context.find(process, { isLeaf: true, status: 1 }, { limit: 2000 });
  const works: FinishedJob['works'][number][] = [];
  const unnamed: string[] = [];
  for (const line of lines) {
    const equipmentCategory = machines.get(line.equipmentId ?? '')?.equipmentCategory ?? null;
    const found = line.processId
      ? leaves.find((leaf) => leaf.id === line.processId)
      : processFor(leaves, { receiptsType: job.receiptsType, equipmentCategory, serviceMeasure: job.serviceMeasure });
    if (found)
      works.push({
        process: found,
        processId: found.id,
        qty: line.qty,
        completionEquipmentId: line.id,
        equipmentCategory,
        equipmentId: line.equipmentId,
      });
    else unnamed.push(line.equipmentName);
  }
  const code = await context.parameter('as.piece.visitProcess');
  const callOut = leaves.find((leaf) => leaf.processCode === code);
  if (callOut)
    works.push({
      process: callOut,
      processId: callOut.id,
      qty: '1',
      completionEquipmentId: null,
      equipmentCategory: null,
      equipmentId: null,
    });
  return { works, unnamed };
}

/** Return the published prices of some processes. */
export const publishedOf = async (context: Context, processIds: readonly string[]): Promise<Standard[]> =>
  processIds.length
    ? await context.find(
        pieceStandard,
        { pieceworkProcessId: [...new Set(processIds)], publishStatus: 'published' },
        { limit: 5000 },
      )
    : [];

const districtOf = async (context: Context, order: Row<typeof registration> | null): Promise<string | null> =>
  order?.premisesId
    ? ((await context.find(premises, { id: order.premisesId }, { first: 1 }))[0]?.districtCode ?? null)
    : null;

/** Return the criteria of a job that prices match, apart from the machine. */
export async function criteriaOf(
  context: Context,
  job: { readonly receiptsType: string | null; readonly weibao: string | null },
  order: Row<typeof registration> | null,
  technicianLevel: string | null,
): Promise<FinishedJob['criteria']> {
  return {
    receiptsType: job.receiptsType,
    weibao: job.weibao,
    premisesDistrict: await districtOf(context, order),
    technicianLevel,
  };
}

export async function readFinishedJob(context: Context, completionId: string): Promise<FinishedJob> {
  const job = await context.get(completion, completionId);
  const went = await context.get(visit, job.dispatchListId);
  const [order = null] = job.registrationFormId
    ? await context.find(registration, { id: job.registrationFormId }, { first: 1 })
    : [];
  // The finish date is the day on which the visit ended, whatever end of work was entered.
  const finishDate = (went.finishTime ?? job.endTime).slice(0, 10);
  const { members, level } = await membersOf(context, job, went.technicianId, { order, finishDate });
  const { works, unnamed } = await worksOf(context, job);
  return {
    completion: job,
    visit: went,
    order,
    finishDate,
    members,
    works,
    unnamed,
    criteria: await criteriaOf(context, job, order, level),
    standards: await publishedOf(
      context,
      works.map((work) => work.processId),
    ),
  };
}
