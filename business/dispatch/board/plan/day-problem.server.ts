import { mustGet } from '#kernel/language/must.ts';
import { isEmployedOn } from '#business/masterdata/people/technician/employment.rules.ts';
import type { Reading } from '#kernel/server';
import { skill } from '#business/masterdata/people/skill.paper.ts';
import { technician } from '#business/masterdata/people/technician/technician.paper.ts';
import { addDays, weekdayOf } from '#kernel/language/days.ts';
import type { BoardOrder } from '../board.calls.ts';
import { mayBoard } from '../plan-visibility.rules.ts';
import { weightsIn } from '../../candidates/candidates.rules.ts';
import { levelOf } from '../../candidates/candidates.server.ts';
import { wishOf } from '../../candidates/wish.rules.ts';
import { placingFactsOf } from '../../candidates/placing-facts.server.ts';
import { weekPay } from '../../candidates/week-pay.service.ts';
import { candidatesOf, lunchOf, roadsOf } from '../../occupancy/conflicts.server.ts';
import type { DayProblem, PlanOrder, PlanPerson } from './day-problem.rules.ts';

type OrderToPlan = Pick<
  BoardOrder,
  | 'id'
  | 'customerId'
  | 'repairType'
  | 'promiseFrom'
  | 'promiseTo'
  | 'dispId'
  | 'minutes'
  | 'location'
  | 'team'
  | 'skillIds'
  | 'expectDate'
  | 'expectSlot'
  | 'wishFirm'
>;

/**
 * Return the orders and technicians of a day for planning. The number of statements does not depend on their number.
 */
export async function dayProblemOf(
  reading: Reading,
  day: string,
  orders: readonly OrderToPlan[],
  teams: readonly string[] | null = null,
): Promise<DayProblem> {
  const people = (await reading.find(technician, {}, { limit: 1000 })).filter(
    (one) =>
      one.status === 1 &&
      isEmployedOn(one, day) &&
      mayBoard(reading.person, one) &&
      (!teams || teams.includes(one.customerServiceTeam)),
  );
  const ids = people.map((one) => one.id);
  const candidates = await candidatesOf(reading, people, day, day);
  const pay = await reading.ask(weekPay, { technicianIds: ids, monday: addDays(day, 1 - weekdayOf(day)) });
  const facts = await placingFactsOf(reading, orders, ids);
  const skills = new Map((await reading.find(skill, {}, { limit: 500 })).map((one) => [one.id, one]));
  return {
    day,
    now: reading.now(),
    roads: await roadsOf(reading),
    lunch: await lunchOf(reading),
    weights: weightsIn(await reading.parameter('as.dispatch.weights')),
    kept: [],
    people: candidates.map((candidate, at): PlanPerson => ({
      candidate,
      startsAt: people[at].homeLocation,
      level: levelOf(people[at]),
      weekPay: pay.get(candidate.id) ?? 0,
    })),
    orders: orders.map((order): PlanOrder => ({
      id: order.id,
      minutes: order.minutes,
      location: order.location,
      team: order.team,
      skills: order.skillIds.flatMap((id) => {
        const of = skills.get(id);
        return of ? [{ id, name: of.skillName, needCertificate: of.needCertificate === true }] : [];
      }),
      wish: wishOf(order),
      facts: mustGet(facts, order.id),
    })),
  };
}
