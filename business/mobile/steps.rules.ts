import type { Label } from '#kernel/language/label.ts';
import { isFinal } from '#business/dispatch/visit/visit-states.rules.ts';
import { minutesBetween } from '#business/masterdata/days.rules.ts';
import type { OwnDay, Visit } from '#business/completion/at-door/own-day.calls.ts';
import type { VisitResult } from '#business/dispatch/visit/visit-states.rules.ts';

/** As much of a queued step as decides what the phone shows. */
export interface Queued {
  readonly matter: string;
  readonly name: string;
  readonly at: string;
  readonly state: 'waiting' | 'refused' | 'sent';
  readonly sentMs?: number;
  readonly body: Readonly<Record<string, unknown>>;
  readonly facts: Readonly<Record<string, unknown>>;
}

/** The steps of the day by their names, in words. */
export const stepWords: Readonly<Record<string, Label>> = {
  accept: ['接单', 'Accept'],
  refuse: ['拒单', 'Refuse'],
  appoint: ['预约', 'Appoint'],
  depart: ['出发', 'Set off'],
  arrive: ['到达', 'Arrive'],
  pause: ['暂停', 'Pause'],
  resume: ['继续', 'Go on'],
  noAccess: ['客户不在', 'Nobody at home'],
  remote: ['远程解决', 'Solved remotely'],
  finish: ['完工登记', 'Completion'],
  photo: ['照片', 'Photo'],
  sign: ['工资单签字', 'Sign the payslip'],
  dispute: ['工资异议', 'Pay dispute'],
};

type Change = (of: Visit, step: Queued) => Partial<Visit>;

const text = (given: unknown): string | null => (typeof given === 'string' && given ? given : null);

function ended(of: Visit, step: Queued, result: VisitResult): Partial<Visit> {
  return {
    taskStatus: isFinal(result) ? 'finished' : 'partial',
    visitResult: result,
    finishTime: of.finishTime || step.at,
    pausedAt: null,
    completion: {
      ...of.completion,
      completeStatus: result === 'noAccess' ? of.completion.completeStatus : 'submitted',
      ...(step.facts.due ? { receivableAmount: String(step.facts.due) } : {}),
    },
  };
}

const changes: Readonly<Record<string, Change>> = {
  accept: (_of, { at }) => ({ taskStatus: 'accepted', acceptTime: at }),
  refuse: () => ({ taskStatus: 'refused' }),
  appoint: (of, { at, body }) => ({
    taskStatus: 'appointed',
    appointTime: at,
    appointFrom: text(body.from) || of.appointFrom,
    appointTo: text(body.to) || of.appointTo,
  }),
  depart: (_of, { at }) => ({ taskStatus: 'traveling', departTime: at }),
  arrive: (of, { at, facts }) => ({
    taskStatus: 'working',
    arriveTime: at,
    departTime: of.departTime || at,
    arriveDistance: typeof facts.metres === 'number' ? facts.metres : null,
  }),
  pause: (_of, { at }) => ({ taskStatus: 'paused', pausedAt: at }),
  resume: (of, { at }) => ({
    taskStatus: 'working',
    pausedAt: null,
    pauseMinutes: (of.pauseMinutes || 0) + (of.pausedAt ? minutesBetween(of.pausedAt, at) : 0),
  }),
  noAccess: (of, step) => ended(of, step, 'noAccess'),
  remote: (of, step) => ended(of, step, 'remote'),
  finish: (of, step) => ended(of, step, (step.facts.result ?? 'done') as VisitResult),
  photo: (of, { body }) => ({
    annexTypes: of.annexTypes.map((one) =>
      one.classifyId === body.classifyId
        ? { ...one, count: one.count + 1, missing: Math.max(0, one.missing - 1) }
        : one,
    ),
  }),
};

/** A step counts on the phone while it waits, and after it was sent until the day is read anew. A refused one never counts, nor does what was built on it. */
function counts(step: Queued, readMs: number, refused: ReadonlySet<string>): boolean {
  if (step.state === 'sent') return (step.sentMs ?? 0) >= readMs;
  return step.state === 'waiting' && !refused.has(step.matter);
}

/** The day with everything that was done on this phone and that the server did not know yet when the day was read. `readMs`: when it was asked for, by the clock of this machine. */
export function withSteps(day: OwnDay, steps: readonly Queued[], readMs: number): OwnDay {
  const refused = new Set(
    steps.filter((step) => step.state === 'refused' && step.name !== 'photo').map((step) => step.matter),
  );
  const fresh = steps.filter((step) => counts(step, readMs, refused));
  if (fresh.length === 0) return day;
  return {
    ...day,
    visits: day.visits.map((visit) =>
      fresh
        .filter((step) => step.matter === visit.id)
        .reduce<Visit>((of, step) => ({ ...of, ...changes[step.name]?.(of, step) }), visit),
    ),
  };
}
