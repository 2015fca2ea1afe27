import { stockMove } from '#business/materials/stores/stock-move.paper.ts';
import { piece } from '#business/piecework/pieces/piece.paper.ts';
import { wageLine } from '#business/piecework/wages/wage-line.paper.ts';
import { decide } from '#kernel/language/permission.ts';
import { type Reading, extension, implement } from '#kernel/server';
import { registration } from '#business/intake/registration/registration.paper.ts';
import { collection } from '#business/billing/collection/collection.paper.ts';
import { completionsOf } from '#business/completion/at-door/stations.server.ts';
import { delay } from '#business/dispatch/delay/delay.paper.ts';
import { dispatchForm } from '#business/dispatch/dispatch-form/dispatch-form.paper.ts';
import { visit } from '#business/dispatch/visit/visit.paper.ts';
import { repairForm } from '#business/intake/repair-form/repair-form.paper.ts';
import type { CaseRow } from '#business/intake/timeline/station.rules.ts';
import { CaseReading, timelineStations } from '#business/intake/timeline/timeline.server.ts';
import { urge } from '#business/intake/urge/urge.paper.ts';
import { minutesBetween } from '#kernel/language/days.ts';
import { type Chain, type Duration, readChain } from './chain.calls.ts';
import { type PlacedStation, nodesOf, sumOfKind } from './nodes.rules.ts';
import { registrationFacts } from '#business/intake/registration/registration-facts.relation.ts';
import { repairFormFacts } from '#business/intake/repair-form/repair-form-facts.relation.ts';
import { dispatchFormFacts } from '#business/dispatch/dispatch-form/dispatch-form-facts.relation.ts';
import { completionFacts } from '#business/completion/completion/facts/completion-facts.relation.ts';

interface Medians {
  readonly accept: number | null;
  readonly arrive: number | null;
  readonly work: number | null;
  readonly confirm: number | null;
}

/** Return the median minutes between the steps of similar orders of the last half year. */
async function mediansOf(reading: Reading, order: CaseRow): Promise<Medians> {
  const middle = (from: string, to: string): string =>
    `(percentile_cont(0.5) within group (order by extract(epoch from ${to} - ${from}) / 60) filter (where ${to} >= ${from}))::int`;
  const [found] = await reading.sql.query<Medians>(
    `
    select ${middle('f.create_time', 'f.accept_time')} as accept, ${middle('coalesce(f.create_time, r.create_time)', 'd.arrive_time')} as arrive, ${middle('d.arrive_time', 'd.finish_time')} as work, ${middle('coalesce(f.create_time, r.create_time)', 'c.confirm_time')} as confirm
    from ${registrationFacts} r left join ${repairFormFacts} f on f.id = r.repair_form_id left join ${dispatchFormFacts} d on d.id = r.disp_id
      left join lateral (select max(k.confirm_time) as confirm_time from ${completionFacts} k where k.tenant_id = r.tenant_id and k.registration_form_id = r.id and k.is_deleted = 0) c on true
    where r.tenant_id = $1 and r.is_deleted = 0 and r.repair_type = $2 and r.receipts_type = $3 and r.create_time > $4::timestamptz - interval '182 days' and r.id <> $5`,
    [reading.tenantId, order.repairType, order.receiptsType, reading.now(), order.id],
  );
  return found;
}

const between = (from: unknown, to: unknown): number | null =>
  from && to && String(to) >= String(from) ? minutesBetween(String(from), String(to)) : null;

async function durationsOf(reading: Reading, of: ChainFacts): Promise<Duration[]> {
  const medians = await mediansOf(reading, of.order);
  const came = of.repair?.createTime ?? of.order.createTime;
  const form = of.forms.at(-1);
  const confirmed = of.completions
    .map((one) => one.confirmTime)
    .filter(Boolean)
    .at(-1);
  return [
    {
      label: ['来电 → 受理', 'Call → accepted'],
      minutes: between(came, of.repair?.acceptTime),
      median: medians.accept,
    },
    { label: ['来电 → 到场', 'Call → arrival'], minutes: between(came, form?.arriveTime), median: medians.arrive },
    {
      label: ['到场 → 完工', 'Arrival → finished'],
      minutes: between(form?.arriveTime, form?.finishTime),
      median: medians.work,
    },
    { label: ['来电 → 确认', 'Call → confirmed'], minutes: between(came, confirmed), median: medians.confirm },
  ];
}

/** May the reader see every row of the papers that the sums are made of? Otherwise the sums may be incomplete. */
const seesAll = (reading: Reading): boolean =>
  [stockMove, piece, wageLine, collection].every((paper) => {
    const { allow, where } = decide(reading.person, paper, 'view');
    return allow && (paper.sight === 'shared' || where.some((term) => term.kind === 'all'));
  });

/** The papers of an order from which its results are computed. */
interface ChainFacts {
  readonly order: CaseReading['order'];
  readonly repair: CaseRow | undefined;
  readonly forms: readonly CaseRow[];
  readonly visits: readonly CaseRow[];
  readonly completions: readonly CaseRow[];
  readonly urges: readonly CaseRow[];
  readonly delays: readonly CaseRow[];
  readonly reworks: readonly CaseRow[];
}

async function factsOf(papers: CaseReading): Promise<ChainFacts> {
  const { order } = papers;
  const forms = await papers.seen(dispatchForm, 'registrationFormId', [order.id]);
  return {
    order,
    repair: (await papers.seen(repairForm, 'id', [order.repairFormId]))[0],
    forms,
    visits: await papers.seen(visit, 'registrationFormId', [order.id]),
    completions: await completionsOf(papers),
    urges: await papers.seen(urge, 'registrationFormId', [order.id]),
    delays: await papers.seen(
      delay,
      'dispId',
      forms.map((one) => one.id),
    ),
    reworks: await papers.seen(registration, 'sourceRegistrationId', [order.id]),
  };
}

/** Return an order with all papers of it that the caller may see, from the call to the wages. */
async function chain(reading: Reading, orderId: string): Promise<Chain> {
  const papers = await CaseReading.of(reading, orderId);
  const stations: PlacedStation[] = [];
  for (const { kind, sort, read } of reading.contributions(timelineStations))
    stations.push(...(await read(papers)).map((one) => ({ ...one, kind, sort })));
  const nodes = nodesOf(stations);
  const of = await factsOf(papers);
  const last = of.completions.filter((one) => one.completeStatus !== 'redone').at(-1);
  return {
    order: of.order,
    nodes,
    durations: await durationsOf(reading, of),
    account: {
      received: sumOfKind(nodes, 'collection'),
      parts: sumOfKind(nodes, 'parts'),
      pieces: sumOfKind(nodes, 'piece'),
      wages: sumOfKind(nodes, 'wage'),
      balance: sumOfKind(nodes, 'all'),
      whole: seesAll(reading),
    },
    result: {
      firstFix:
        typeof last?.firstFix === 'boolean' && last.completeStatus === 'confirmed'
          ? last.firstFix && of.reworks.length === 0
          : null,
      visits: of.visits.filter((one) => one.arriveTime).length,
      urges: of.urges.length,
      open: last ? String(last.unpaidAmount ?? '0.00') : null,
    },
    arose: [
      ...of.urges.map((one) => ({
        to: `/maintenance/asurgevisit?id=${one.id}`,
        no: String(one.urgeNo),
        words: ['催单', 'Follow-up call'] as const,
      })),
      ...of.delays.map((one) => ({
        to: `/maintenance/asdelayworkregistration?id=${one.id}`,
        no: String(one.delayNo),
        words: ['延期', 'Delay'] as const,
      })),
      ...of.reworks.map((one) => ({
        to: `/maintenance/chain/${one.id}`,
        no: String(one.registrationNo),
        words: ['返修', 'Rework'] as const,
      })),
    ],
  };
}

/** The registration's call that returns an order with all its papers. */
export const chainCall = extension<typeof registration>(registration, {
  calls: [implement(readChain, { read: ({ id }, reading) => chain(reading, id) })],
});
