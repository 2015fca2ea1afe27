import type { Label } from '#kernel/language/label.ts';
import { isFinal } from '#business/dispatch/visit/visit-states.rules.ts';
import { minutesBetween } from '#kernel/language/days.ts';
import type { OwnDay, Visit } from '#business/completion/at-door/own-day.calls.ts';
import type { VisitResult } from '#business/dispatch/visit/visit-states.rules.ts';

/** A step of a visit in the phone's queue, with its facts and state. */
export interface Queued {
  readonly matter: string;
  readonly name: string;
  readonly at: string;
  readonly state: 'waiting' | 'refused' | 'sent';
  readonly sentMs?: number;
  readonly body: Readonly<Record<string, unknown>>;
  readonly facts: Readonly<Record<string, unknown>>;
}

/** Labels of the steps by name. */
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
  consent: ['费用确认', 'Price'],
  photo: ['照片', 'Photo'],
  sign: ['工资单签字', 'Sign the payslip'],
  dispute: ['工资异议', 'Pay dispute'],
};

type Change = (of: Visit, step: Queued) => Partial<Visit>;

const text = (value: unknown): string | null => (typeof value === 'string' && value ? value : null);

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

/**
 * Does a queued step change the shown day? It does while it waits, and after sending until the day was read again.
 * Steps of a visit with a refused step do not.
 */
function counts(step: Queued, readMs: number, refused: ReadonlySet<string>): boolean {
  if (step.state === 'sent') return (step.sentMs ?? 0) >= readMs;
  return step.state === 'waiting' && !refused.has(step.matter);
}

/**
 * Return the day with the phone's steps that the server did not know when it was read. `readMs` is the time of that
 * request by the phone's clock.
 */
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
