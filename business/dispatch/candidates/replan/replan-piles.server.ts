import { addDays, lengthWords, minuteWords } from '#kernel/language/days.ts';
import { type Label, labelIn } from '#kernel/language/label.ts';
import { type Row, buttonOf } from '#kernel/language/paper.ts';
import type { Reading } from '#kernel/server';
import { registration } from '#business/intake/registration/registration.paper.ts';
import { skill } from '#business/masterdata/people/skill.paper.ts';
import { technician } from '#business/masterdata/people/technician/technician.paper.ts';
import { type RowFacts, callVerb, linkVerb } from '#business/masterdata/piles/bench.server.ts';
import { type WaitingPile, ownPile } from '#business/masterdata/piles/piles.server.ts';
import { mayBoard } from '../../board/plan-visibility.rules.ts';
import { transferDispatch } from '../../dispatch-form/dispatch-form.calls.ts';
import { dispatchForm } from '../../dispatch-form/dispatch-form.paper.ts';
import { type Candidate, missingSkills } from '../../occupancy/conflicts.rules.ts';
import { candidatesOf, jobOf, roadsOf } from '../../occupancy/conflicts.server.ts';
import { visit } from '../../visit/visit.paper.ts';
import { freestFor, overlapsOf } from './troubled-visits.rules.ts';

type Visit = Row<typeof visit>;
type Order = Row<typeof registration>;

/** The technicians whose rows of the board the person sees, with their plans from a day to another. */
async function crewOf(reading: Reading, from: string, to: string): Promise<Candidate[]> {
  const people = (await reading.find(technician, {}, { limit: 1000 })).filter(
    (one) => one.status === 1 && mayBoard(reading.person, one),
  );
  return candidatesOf(reading, people, from, to);
}

/** Return the orders of some visits, by the id of the visit. */
async function ordersOf(reading: Reading, visits: readonly Visit[]): Promise<Map<string, Order>> {
  const ids = visits.flatMap((one) => one.registrationFormId ?? []);
  const orders = ids.length ? await reading.find(registration, { id: ids }, { limit: 1000 }) : [];
  return new Map(
    visits.flatMap((one) => {
      const order = orders.find(({ id }) => id === one.registrationFormId);
      return order && one.planStart && one.planEnd ? [[one.id, order] as const] : [];
    }),
  );
}

const BOARD = linkVerb(['看派工看板', 'See the board'], '/maintenance/board', 'V');

interface Troubled {
  readonly of: Visit;
  readonly order: Order;
  readonly crew: readonly Candidate[];
  readonly why: Label;
}

/** Return a row about a visit that somebody else should do: with the verb that moves it there, if anybody is free. */
async function rowOf(reading: Reading, { of, order, crew, why }: Troubled): Promise<RowFacts> {
  const job = await jobOf(reading, order, of.planStart, of.planEnd);
  const at = minuteWords(job.from);
  const other = freestFor(crew, job, { roads: await roadsOf(reading), without: of.technicianId });
  const opens = linkVerb(['看这次上门', 'See the visit'], `/maintenance/dispatchlist?id=${of.id}`, 'D');
  const moves = other
    ? [
        callVerb([`改派给${other.name}`, `Give it to ${other.name}`], transferDispatch.path, {
          input: '',
          sends: [
            { name: 'dispId', value: of.dispId },
            { name: 'technicianId', value: other.id },
            { name: 'reason', value: labelIn(why, reading.language) },
          ],
        }),
      ]
    : [];
  const free: Label = other
    ? [`${other.name} ${at[0].slice(-5)} 有空`, `${other.name} is free then`]
    : ['同班没有人那时有空', 'nobody of the team is free then'];
  return {
    id: of.id,
    who: crew.find(({ id }) => id === of.technicianId)?.name ?? '',
    tone: 'amber',
    due: job.from,
    fact: labelIn([`${why[0]}，${free[0]}`, `${why[1]}; ${free[1]}`], reading.language),
    evidence: [of.taskNo, labelIn([`计划 ${at[0]}`, `planned ${at[1]}`], reading.language)],
    verbs: [...moves, BOARD, opens],
  };
}

const BUTTONS = [buttonOf(dispatchForm, 'transfer')];

/** Visits of today that overlap the one before them. */
const overlapping = ownPile(
  {
    name: 'overlappingVisits',
    sort: 66,
    label: ['重叠的上门', 'Overlapping visits'],
    kind: ['重叠', 'Overlap'],
    paper: visit,
    by: 'view',
    buttons: BUTTONS,
    all: '/maintenance/board',
    when: 'due',
    places: { leader: { section: 'waiting', rank: 4, most: 4 } },
  },
  async (reading, most) => {
    const today = reading.today();
    const crew = await crewOf(reading, today, today);
    const found = overlapsOf(crew, reading.now());
    const first = found.slice(0, most);
    if (first.length === 0) return { count: found.length, rows: [] };
    const visits = await reading.find(visit, { id: first.map(({ taken }) => taken.visitId) }, { limit: most });
    const orders = await ordersOf(reading, visits);
    const rows: RowFacts[] = [];
    for (const { taken, minutes } of first) {
      const of = visits.find(({ id }) => id === taken.visitId);
      const order = orders.get(taken.visitId);
      const length = lengthWords(minutes);
      const why: Label = [`和前一单重叠 ${length[0]}`, `overlaps the visit before by ${length[1]}`];
      if (of && order) rows.push(await rowOf(reading, { of, order, crew, why }));
    }
    return { count: found.length, rows };
  },
);

/** Days ahead whose plan is compared with certificates. */
const DAYS_AHEAD = 3;

/** Visits of the next days whose technician will lack the certificate that the order requires. */
const uncertified = ownPile(
  {
    name: 'uncertifiedVisits',
    sort: 67,
    label: ['没有证书的上门', 'Visits without the certificate'],
    kind: ['证书', 'Certificate'],
    paper: visit,
    by: 'view',
    buttons: BUTTONS,
    all: '/maintenance/board',
    when: 'due',
    places: { leader: { section: 'look', rank: 2, most: 3 } },
  },
  async (reading, most) => {
    const [from, to] = [reading.today(), addDays(reading.today(), DAYS_AHEAD)];
    const crew = await crewOf(reading, from, to);
    const coming = crew.flatMap((one) => one.taken.filter(({ working, from: at }) => !working && at > reading.now()));
    const visits = coming.length
      ? await reading.find(visit, { id: coming.map(({ visitId }) => visitId) }, { limit: 1000 })
      : [];
    const orders = await ordersOf(reading, visits);
    const papers = (await reading.find(skill, {}, { limit: 500 })).filter((one) => one.needCertificate === true);
    const certified = papers.map(({ id, skillName: name }) => ({ id, name, needCertificate: true }));
    const rows: RowFacts[] = [];
    let count = 0;
    for (const of of visits.toSorted((one, other) => one.planStart.localeCompare(other.planStart))) {
      const order = orders.get(of.id);
      const by = crew.find(({ id }) => id === of.technicianId);
      const wanted = certified.filter(({ id }) => order?.requiredSkillIds?.includes(id));
      const [lacks] = by ? missingSkills(by, { from: of.planStart, skills: wanted }) : [];
      if (!order || !lacks) continue;
      count += 1;
      if (rows.length === most) continue;
      const day = minuteWords(of.planStart);
      const why: Label = [
        `${day[0].slice(0, 5)} 没有有效的${lacks.name}证书`,
        `no valid certificate for ${lacks.name} on ${day[1].slice(0, -6)}`,
      ];
      rows.push(await rowOf(reading, { of, order, crew, why }));
    }
    return { count, rows };
  },
);

/** Visits that somebody else should do: rows of the leader's ordered list. */
export const replanPiles: readonly WaitingPile[] = [overlapping, uncertified];
