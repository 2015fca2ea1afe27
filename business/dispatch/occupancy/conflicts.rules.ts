import { type Employment, isEmployedOn } from '#business/masterdata/people/technician/employment.rules.ts';
import { addDays, dayOf, lengthWords, minuteWords, minutesBetween, weekdayOf } from '#kernel/language/days.ts';
import type { Away, Roads, VisitConflict } from '../board/board.calls.ts';
import { metresBetween, roadKm, travelMinutes } from '../candidates/distance.rules.ts';

/** Maximal days of a visit; longer work is several visits. Queries for a day therefore search back only this far. */
export const LONGEST_DAYS = 7;

/** The time that another visit of the technician occupies. */
export interface TakenTime {
  readonly visitId: string;
  readonly taskNo: string;
  readonly from: string;
  readonly to: string;
  readonly working: boolean;
  readonly location: string | null;
}
export interface TimeSpan {
  readonly from: string;
  readonly to: string;
}
export interface WantedSkill {
  readonly id: string;
  readonly name: string;
  readonly needCertificate: boolean;
}

/** Facts of a technician that decide conflicts, on the days of a time window. */
export interface Candidate {
  readonly id: string;
  readonly name: string;
  readonly enabled: boolean;
  readonly employment: Employment;
  readonly team: string;
  readonly skills: readonly { skillId: string; level: number; expireDate?: string }[];
  readonly workDays: readonly number[];
  readonly workStart: string;
  readonly workEnd: string;
  readonly capacityMinutes: number;
  readonly maxTasks: number | null;
  readonly taken: readonly TakenTime[];
  /** Times of finished visits. They count as load, but do not prevent another visit. */
  readonly done: readonly TimeSpan[];
  readonly away: readonly Away[];
  /** Days for which the business calendar differs from the usual week. */
  readonly special: Readonly<Record<string, 'work' | 'rest' | 'statutory'>>;
}

/** The time window of a job, with its place and requirements. */
export interface PlannedJob {
  readonly from: string;
  readonly to: string;
  readonly location: string | null;
  readonly team: string;
  readonly skills: readonly WantedSkill[];
  readonly blockedIds: readonly string[];
}

const overlaps = (from: string, to: string, other: { from: string; to: string }): boolean =>
  from < other.to && other.from < to;
const clockOf = (moment: string): string => moment.slice(11, 16);

/** Return the minutes of visits on a day. */
export const loadOf = (taken: readonly TimeSpan[], day: string): number =>
  taken.filter((one) => dayOf(one.from) === day).reduce((sum, one) => sum + minutesBetween(one.from, one.to), 0);

function holds(one: Candidate, skill: WantedSkill, day: string): boolean {
  const held = one.skills.find((other) => other.skillId === skill.id);
  return Boolean(held) && !(skill.needCertificate && held?.expireDate && held.expireDate < day);
}

/**
 * Return the required skills that the technician lacks on the day of the job, also because a certificate has expired.
 */
export const missingSkills = (one: Candidate, job: Pick<PlannedJob, 'from' | 'skills'>): WantedSkill[] =>
  job.skills.filter((skill) => !holds(one, skill, dayOf(job.from)));

function hard(one: Candidate, job: PlannedJob): VisitConflict[] {
  const found: VisitConflict[] = [];
  if (!one.enabled || !isEmployedOn(one.employment, dayOf(job.from)) || !isEmployedOn(one.employment, dayOf(job.to)))
    found.push({
      kind: 'disabled',
      hard: true,
      words: [`${one.name}已停用或当天不在职`, `${one.name} is disabled or not employed that day`],
    });
  for (const away of one.away)
    if (overlaps(job.from, job.to, away))
      found.push({
        kind: 'leave',
        hard: true,
        no: away.leaveNo,
        words: [
          `${one.name}请假 ${away.from.slice(5, 16)} 至 ${away.to.slice(5, 16)}`,
          `${one.name} is on leave from ${minuteWords(away.from)[1]} to ${minuteWords(away.to)[1]}`,
        ],
      });
  for (const skill of missingSkills(one, job))
    if (skill.needCertificate)
      found.push({
        kind: 'certificate',
        hard: true,
        no: skill.name,
        words: [`${one.name}无有效证书:${skill.name}`, `${one.name} has no valid certificate: ${skill.name}`],
      });
  if (job.blockedIds.includes(one.id))
    found.push({
      kind: 'blocked',
      hard: true,
      words: [`客户要求不派${one.name}`, `The customer does not want ${one.name}`],
    });
  for (const taken of one.taken)
    if (taken.working && overlaps(job.from, job.to, taken))
      found.push({
        kind: 'working',
        hard: true,
        no: taken.taskNo,
        words: [`${one.name}正在作业:${taken.taskNo}`, `${one.name} is working: ${taken.taskNo}`],
      });
  return found;
}

/** Return the minutes needed between two jobs: travel and buffer. Without a known place it is the buffer only. */
export function gapBetween(from: string | null, to: string | null, roads: Roads): number {
  const metres = metresBetween(from, to);
  return metres === null ? roads.bufferMinutes : roads.bufferMinutes + travelMinutes(roadKm(metres), roads.speedKmh);
}

function nearness(one: Candidate, job: PlannedJob, taken: TakenTime, roads: Roads): VisitConflict | null {
  const span = `${clockOf(taken.from)}–${clockOf(taken.to)}`;
  if (overlaps(job.from, job.to, taken))
    return {
      kind: 'overlap',
      hard: false,
      no: taken.taskNo,
      words: [`${one.name}时间重叠:${taken.taskNo} ${span}`, `${one.name}: overlaps ${taken.taskNo} ${span}`],
    };
  const needed = gapBetween(taken.location, job.location, roads);
  const gap = taken.to <= job.from ? minutesBetween(taken.to, job.from) : minutesBetween(job.to, taken.from);
  if (gap >= needed) return null;
  return {
    kind: 'travel',
    hard: false,
    no: taken.taskNo,
    words: [
      `${one.name}与 ${taken.taskNo} 只隔 ${lengthWords(gap)[0]}，路上要 ${lengthWords(needed)[0]}`,
      `${one.name}: ${lengthWords(gap)[1]} to ${taken.taskNo}, the way takes ${lengthWords(needed)[1]}`,
    ],
  };
}

/** Return the number of visits on a day, including finished ones. */
export const tasksOn = (one: Candidate, day: string): number =>
  [...one.taken, ...one.done].filter((span) => dayOf(span.from) === day).length;

function load(one: Candidate, job: PlannedJob): VisitConflict[] {
  const day = dayOf(job.from);
  const minutes = loadOf([...one.taken, ...one.done], day) + minutesBetween(job.from, job.to);
  const tasks = tasksOn(one, day) + 1;
  const found: VisitConflict[] = [];
  if (minutes > one.capacityMinutes)
    found.push({
      kind: 'capacity',
      hard: false,
      words: [
        `${one.name}当日工时共 ${lengthWords(minutes)[0]}，超过 ${lengthWords(one.capacityMinutes)[0]}`,
        `${one.name}: ${lengthWords(minutes)[1]} that day, more than ${lengthWords(one.capacityMinutes)[1]}`,
      ],
    });
  if (one.maxTasks !== null && tasks > one.maxTasks)
    found.push({
      kind: 'tasks',
      hard: false,
      words: [
        `${one.name}当日共 ${tasks} 个任务，最多 ${one.maxTasks} 个`,
        `${one.name}: ${tasks} visits that day, at most ${one.maxTasks}`,
      ],
    });
  return found;
}

/** Return whether a technician works on a day. The business calendar overrides the usual week. */
export const worksOn = (one: Pick<Candidate, 'workDays' | 'special'>, day: string): boolean =>
  one.special[day] ? one.special[day] === 'work' : one.workDays.includes(weekdayOf(day));

const inHours = (one: Candidate, job: PlannedJob): boolean =>
  worksOn(one, dayOf(job.from)) &&
  dayOf(job.from) === dayOf(job.to) &&
  clockOf(job.from) >= one.workStart.slice(0, 5) &&
  clockOf(job.to) <= one.workEnd.slice(0, 5);

function soft(one: Candidate, job: PlannedJob, roads: Roads): VisitConflict[] {
  const day = dayOf(job.from);
  const found = one.taken
    .filter((taken) => !taken.working && (dayOf(taken.from) === day || overlaps(job.from, job.to, taken)))
    .flatMap((taken) => nearness(one, job, taken, roads) ?? []);
  found.push(...load(one, job));
  if (!worksOn(one, day))
    found.push({ kind: 'hours', hard: false, words: [`${one.name}当天休息`, `${one.name} rests that day`] });
  else if (!inHours(one, job))
    found.push({
      kind: 'hours',
      hard: false,
      words: [
        `不在${one.name}的工作时间 ${one.workStart.slice(0, 5)}–${one.workEnd.slice(0, 5)}`,
        `Outside the hours of ${one.name}, ${one.workStart.slice(0, 5)}–${one.workEnd.slice(0, 5)}`,
      ],
    });
  for (const skill of missingSkills(one, job))
    if (!skill.needCertificate)
      found.push({
        kind: 'skill',
        hard: false,
        no: skill.name,
        words: [`${one.name}缺少技能:${skill.name}`, `${one.name} lacks a skill: ${skill.name}`],
      });
  if (one.team !== job.team)
    found.push({ kind: 'team', hard: false, words: [`${one.name}不属于该班组`, `${one.name} is of another team`] });
  return found;
}

/** Return all conflicts of a technician with a job, hard ones first. */
export const conflictsOf = (one: Candidate, job: PlannedJob, roads: Roads): VisitConflict[] => [
  ...hard(one, job),
  ...soft(one, job, roads),
];

/** Return the conflicts of a time window with any technician: it is past, or too far ahead. */
export function windowConflicts({ to, from }: TimeSpan, now: string, aheadDays: number): VisitConflict[] {
  if (to < now) return [{ kind: 'past', hard: false, words: ['计划时间已经过去', 'The planned time is over already'] }];
  if (dayOf(from) > addDays(dayOf(now), aheadDays))
    return [
      {
        kind: 'ahead',
        hard: false,
        words: [`计划在 ${aheadDays} 天以后`, `The planned time is more than ${aheadDays} days ahead`],
      },
    ];
  return [];
}
