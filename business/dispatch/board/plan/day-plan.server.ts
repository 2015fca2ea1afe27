import type { CallAnswer, CallInputOf } from '#kernel/language/calls/call.ts';
import { mustGet } from '#kernel/language/must.ts';
import { type OwnCall, type Reading, implement } from '#kernel/server';
import type { BoardOrder } from '../board.calls.ts';
import { ordersInPool } from '../orders.server.ts';
import { averagePayOf, judged } from '../../candidates/candidates.rules.ts';
import { type Candidate, type TakenTime, tasksOn } from '../../occupancy/conflicts.rules.ts';
import { refuse } from '../../refusals.ts';
import { type SearchPace, planOfDay } from './day-plan.rules.ts';
import { type DayProblem, type PlanPerson, type PlanVisit, fitnessIn, jobIn } from './day-problem.rules.ts';
import { dayProblemOf } from './day-problem.server.ts';
import { MAX_PLANNED, planDay } from './plan.calls.ts';

const wishDay = (order: BoardOrder): string | null => order.promiseFrom?.slice(0, 10) ?? order.expectDate;

/** CPU time of a search, and CPU time between two pauses, in milliseconds. */
const [BUDGET_MS, REST_MS] = [1500, 15];

/** Return a pace that counts the CPU time of the search only, not that of other work during its pauses. */
function pacing(): SearchPace {
  let [spent, begun] = [0, process.threadCpuUsage()];
  const since = (): number => {
    const { user, system } = process.threadCpuUsage(begun);
    return (user + system) / 1000;
  };
  return {
    spent: () => spent + since(),
    most: BUDGET_MS,
    breathe: async () => {
      const used = since();
      if (used < REST_MS) return;
      spent += used;
      await new Promise((resolve) => {
        setImmediate(resolve);
      });
      begun = process.threadCpuUsage();
    },
  };
}

/** Maximal number of concurrent searches in a process, because each holds a database connection. */
const MAX_AT_ONCE = 2;
let underWay = 0;

async function searched(problem: DayProblem) {
  if (underWay >= MAX_AT_ONCE) throw refuse.planBusy();
  underWay += 1;
  try {
    return await planOfDay(problem, pacing());
  } finally {
    underWay -= 1;
  }
}

/** Return a technician's day with these visits of the plan added. */
function withVisits({ candidate }: PlanPerson, visits: readonly PlanVisit[], problem: DayProblem): Candidate {
  const more = visits.map((one): TakenTime => ({
    visitId: one.orderId,
    taskNo: '',
    from: one.from,
    to: one.to,
    working: false,
    location: problem.orders.find((order) => order.id === one.orderId)?.location ?? null,
  }));
  return {
    ...candidate,
    taken: [...candidate.taken, ...more].toSorted((one, other) => one.from.localeCompare(other.from)),
  };
}

/** Score each visit like a suggestion. The other visits of the plan occupy their technicians. */
function explained(problem: DayProblem, visits: readonly PlanVisit[]): CallAnswer<typeof planDay>['lines'] {
  const [orders, people] = [
    new Map(problem.orders.map((one) => [one.id, one])),
    new Map(problem.people.map((one) => [one.candidate.id, one])),
  ];
  const byPerson = Map.groupBy(visits, (one) => one.technicianId);
  const terms = { roads: problem.roads, weights: problem.weights, averagePay: averagePayOf(problem.people) };
  return visits.map((one) => {
    const [order, person] = [mustGet(orders, one.orderId), mustGet(people, one.technicianId)];
    const candidate = withVisits(
      person,
      mustGet(byPerson, one.technicianId).filter((other) => other !== one),
      problem,
    );
    const { score, reasons, conflicts } = judged(
      { ...fitnessIn(order, person), candidate, tasksToday: tasksOn(candidate, problem.day) },
      { ...jobIn(problem, order), from: one.from, to: one.to },
      { ...terms, due: order.facts.due, wished: { wish: order.wish, now: problem.now } },
    );
    return { ...one, score, reasons, conflicts };
  });
}

/** Return whether an order may be planned on a day: it is wished or promised for that day, overdue, or has no day. */
const belongs = (order: BoardOrder, day: string): boolean => (wishDay(order) ?? day) <= day;

async function plan(
  { date, team, orderIds, kept, exact }: CallInputOf<typeof planDay>,
  reading: Reading,
): Promise<CallAnswer<typeof planDay>> {
  if (date < reading.today()) throw refuse.planPast();
  const wanted = orderIds && new Set(orderIds);
  const all = (await ordersInPool(reading, null)).filter(
    (order) => (exact || belongs(order, date)) && (!wanted || wanted.has(order.id)),
  );
  const problem = {
    ...(await dayProblemOf(reading, date, all.slice(0, MAX_PLANNED), team)),
    kept: (kept ?? []).map((one) => ({ ...one, to: one.from })),
  };
  const { visits, left, cutShort } = await searched(problem);
  return {
    day: date,
    at: reading.now(),
    lines: explained(problem, visits),
    left: left.map(({ orderId, why }) => ({ orderId, words: why })),
    notLooked: Math.max(0, all.length - MAX_PLANNED),
    cutShort,
  };
}

export const planCalls: readonly OwnCall[] = [implement(planDay, { read: plan })];
