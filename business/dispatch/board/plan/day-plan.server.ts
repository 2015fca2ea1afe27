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
import { MOST_PLANNED, planDay } from './plan.calls.ts';

const wishDay = (order: BoardOrder): string | null => order.promiseFrom?.slice(0, 10) ?? order.expectDate;

/** CPU that a search may take, and after how much of it others are let in, in ms. */
const [BUDGET_MS, REST_MS] = [1500, 15];

/** Counts the CPU of the search alone: what others do while it rests is not its own. */
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

/** So many searches of one process at once; each holds a connection while it lasts. */
const MOST_AT_ONCE = 2;
let underWay = 0;

async function searched(problem: DayProblem) {
  if (underWay >= MOST_AT_ONCE) throw refuse.planBusy();
  underWay += 1;
  try {
    return await planOfDay(problem, pacing());
  } finally {
    underWay -= 1;
  }
}

/** Somebody's day when the other visits of the plan stand. */
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

/** Each visit judged as a candidate is, the others of the plan standing. */
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
      { ...terms, due: order.facts.due },
    );
    return { ...one, score, reasons, conflicts };
  });
}

/** Orders that belong to the day: those it is wished or promised for, those that are overdue, and those that nobody set a day for. */
const belongs = (order: BoardOrder, day: string): boolean => (wishDay(order) ?? day) <= day;

async function plan(
  { date, team, orderIds, kept }: CallInputOf<typeof planDay>,
  reading: Reading,
): Promise<CallAnswer<typeof planDay>> {
  if (date < reading.today()) throw refuse.planPast();
  const wanted = orderIds && new Set(orderIds);
  const all = (await ordersInPool(reading, null)).filter(
    (order) => belongs(order, date) && (!wanted || wanted.has(order.id)),
  );
  const problem = {
    ...(await dayProblemOf(reading, date, all.slice(0, MOST_PLANNED), team)),
    kept: (kept ?? []).map((one) => ({ ...one, to: one.from })),
  };
  const { visits, left, cutShort } = await searched(problem);
  return {
    day: date,
    at: reading.now(),
    lines: explained(problem, visits),
    left: left.map(({ orderId, why }) => ({ orderId, words: why })),
    notLooked: Math.max(0, all.length - MOST_PLANNED),
    cutShort,
  };
}

export const planCalls: readonly OwnCall[] = [implement(planDay, { read: plan })];
