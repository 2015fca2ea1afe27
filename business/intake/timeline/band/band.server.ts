import { asText } from '#kernel/language/values.ts';
import type { Label } from '#kernel/language/label.ts';
import type { Lifecycle } from '#kernel/language/lifecycle.ts';
import { buttonOf, lifeOf } from '#kernel/language/paper.ts';
import type { CallAnswer } from '#kernel/language/calls/call.ts';
import { type Reading, extension, implement, row as refuseRow } from '#kernel/server';
import { slaClock } from '#business/scheduling/sla/sla-clock.paper.ts';
import { openAtHome } from '../../home/home-events.server.ts';
import { registration } from '../../registration/registration.paper.ts';
import { type CaseRow, both, word } from '../station.rules.ts';
import { CaseRows } from '../case-rows.server.ts';
import { timelineStations } from '../timeline.server.ts';
import type { CaseBandStation } from './band-station.server.ts';
import { readBand } from './band.calls.ts';
import { type StationFacts, currentOf, isShown, marksOf } from './band.rules.ts';

type Band = CallAnswer<typeof readBand>;
type Step = NonNullable<Band['step']>;

/**
 * A station of the band with its rows. `latest` is the last row that is not over, else the last row. `shown` is the
 * requested row at the station of that row, and `latest` at all others.
 */
interface Placed {
  readonly kind: string;
  readonly of: CaseBandStation;
  readonly rows: readonly CaseRow[];
  readonly latest: CaseRow | undefined;
  readonly shown: CaseRow | undefined;
}

const lifeAt = ({ of }: Pick<Placed, 'of'>): Lifecycle => lifeOf(of.paper);
const stateOf = (placed: Pick<Placed, 'of'>, row: CaseRow): string => asText(row[lifeAt(placed).field]);

const isOver = (placed: Pick<Placed, 'of'>, row: CaseRow): boolean => {
  const { ends, over = [] } = lifeAt(placed);
  return [...ends, ...over, ...(placed.of.rests ?? [])].includes(stateOf(placed, row));
};

const factsOf = (one: Placed): StationFacts => ({
  isThere: one.latest !== undefined,
  isOver: one.latest !== undefined && isOver(one, one.latest),
  isBeside: one.of.beside === true,
});

/** Return the labels of the first two of these roles, joined by “or”. */
function rolesInWords(reading: Reading, roles: readonly string[]): Label {
  const known = reading.rooms.flatMap((room) => room.roles ?? []);
  const labels = roles
    .map((alias) => known.find((role) => role.alias === alias)?.label)
    .filter((label) => label !== undefined)
    .slice(0, 2);
  return [labels.map(([zh]) => zh).join('或'), labels.map(([, en]) => en).join(' or ')];
}

/** Return the next step of a row in its state; null without one. */
function verbAt(reading: Reading, placed: Placed, row: CaseRow | undefined): Step | null {
  const { of } = placed;
  const name = row && of.steps[stateOf(placed, row)];
  if (!name) return null;
  const action = lifeAt(placed).actions[name];
  const doer = of.doer && action.roles.includes('as_technician') ? word(row, of.doer) : '';
  return {
    label: action.label,
    who: doer ? both(doer)[0] : rolesInWords(reading, action.roles),
    paper: of.paper.name,
    id: row.id,
    no: asText(row[of.paper.caption]),
    action: name,
    to: '',
    may: false,
  };
}

/**
 * Return the next step of a row. If the row waits for another station, return that station's next step, such as the
 * confirmation of a visit before its completion.
 */
function verbOf(reading: Reading, stations: readonly Placed[], placed: Placed, row: CaseRow | undefined): Step | null {
  const first = row && placed.of.waits?.[stateOf(placed, row)];
  const before = stations.find((one) => one.kind === first);
  return (before && verbAt(reading, before, before.latest)) ?? verbAt(reading, placed, row);
}

/**
 * Return the step that creates the next paper of the main route; null if the state of the current station's row does
 * not permit it.
 */
function startAfter(reading: Reading, orderId: string, current: Placed, behind: readonly Placed[]): Step | null {
  const start = behind.find((one) => !one.of.beside)?.of.start;
  const { latest, of } = current;
  if (!start || !latest || !of.leads?.includes(stateOf(current, latest))) return null;
  return {
    label: start.label,
    who: rolesInWords(reading, start.roles),
    paper: '',
    id: '',
    no: '',
    action: '',
    to: start.to(orderId, latest),
    may: reading.may(start.button),
  };
}

/** Return the next step of the requested row; if it has none, that of the current station. */
function stepOf(reading: Reading, orderId: string, stations: readonly Placed[], here: number): Step | null {
  const facts = stations.map(factsOf);
  const own = verbOf(reading, stations, stations[here], stations[here].shown);
  const at = currentOf(facts);
  if (own || at < 0) return own;
  return (
    verbOf(reading, stations, stations[at], stations[at].latest) ??
    startAfter(reading, orderId, stations[at], stations.slice(at + 1))
  );
}

/**
 * Set `may` of the step: whether the reader may take the action, by the same check as for the row's buttons in its
 * list.
 */
async function allowed(reading: Reading, stations: readonly Placed[], step: Step | null): Promise<Step | null> {
  const paper = stations.find(({ of }) => of.paper.name === step?.paper)?.of.paper;
  if (!step || !paper) return step;
  const { records } = await reading.visible(paper).page({ id: step.id, size: '1' });
  return { ...step, may: (records[0] as CaseRow | undefined)?._can?.includes(step.action) ?? false };
}

/** Return the open service clock of the repair form or the order that is due next, also if paused or late. */
async function clockOf(reading: Reading, ids: readonly string[]): Promise<Band['clock']> {
  const clocks: readonly CaseRow[] = await reading
    .visible(slaClock, {
      query: {
        bizId_in: ids.join(','),
        slaState_in: 'running,warning,paused,breached',
      },
    })
    .words();
  const [next] = clocks
    .filter((one) => !one.metTime && one.dueTime)
    .toSorted((one, other) => (asText(one.dueTime) < asText(other.dueTime) ? -1 : 1));
  return next
    ? {
        label: word(next, 'slaKind'),
        began: asText(next.startTime),
        due: asText(next.dueTime),
        paused: next.slaState === 'paused',
      }
    : null;
}

/** Return open orders and calls of the same home that belong to other cases, in the reader's scope. */
async function othersAt(reading: Reading, stations: readonly Placed[]): Promise<Band['others']> {
  const home = stations.map((one) => asText(one.shown?.registerMainId)).find(Boolean);
  if (!home) return [];
  const own = new Set(stations.flatMap((one) => one.rows.map((row) => row.id)));
  return (await openAtHome(reading, home)).filter((one) => !own.has(one.id));
}

function drawn(one: Placed, mark: Band['stations'][number]['mark'], here: boolean): Band['stations'][number] {
  const { shown, of } = one;
  const state = shown ? stateOf(one, shown) : '';
  const page = of.to ?? ((row: CaseRow) => `${of.paper.menu?.path}?id=${row.id}`);
  return {
    kind: one.kind,
    label: of.label,
    count: one.rows.length,
    id: shown?.id ?? '',
    no: shown ? asText(shown[of.paper.caption]) : '',
    to: shown ? page(shown) : '',
    state: shown ? word(shown, lifeAt(one).field) : '',
    tone: lifeAt(one).states.items[state]?.[2] ?? 'grey',
    at: shown ? asText(of.since.map((name) => shown[name]).find(Boolean)) : '',
    mark,
    here,
  };
}

/**
 * Return the requested row in the reader's scope with its station. For a paper below a station it is the parent row.
 */
export async function requestedRow(
  reading: Reading,
  stations: readonly CaseBandStation[],
  name: string,
  id: string,
): Promise<{ readonly of: CaseBandStation; readonly row: CaseRow }> {
  const own = stations.find((one) => one.paper.name === name);
  if (own) {
    const [row] = (await reading.visible(own.paper, { query: { id } }).words({ first: 1 })) as CaseRow[];
    if (row) return { of: own, row };
    throw refuseRow.missing({ title: own.paper.title });
  }
  for (const of of stations)
    for (const { paper, parent } of of.below?.filter((one) => one.paper.name === name) ?? []) {
      const [hung] = (await reading.visible(paper, { query: { id } }).words({ first: 1 })) as CaseRow[];
      const above = asText(hung?.[parent]);
      const [row] = above
        ? ((await reading.visible(of.paper, { query: { id: above } }).words({ first: 1 })) as CaseRow[])
        : [];
      if (row) return { of, row };
    }
  throw refuseRow.missing({ title: registration.title });
}

/** Return the band for the page of a paper: the stations of its order, the running clock and the next step. */
async function band(reading: Reading, name: string, id: string): Promise<Band> {
  const all = reading
    .contributions(timelineStations)
    .flatMap(({ kind, sort, band: of }) => (of && reading.may(buttonOf(of.paper, 'view')) ? [{ kind, sort, of }] : []))
    .toSorted((one, other) => one.sort - other.sort);
  const { of: requested, row } = await requestedRow(
    reading,
    all.map((one) => one.of),
    name,
    id,
  );
  const orderId = (await requested.orderOf(row, reading)) ?? '';
  const papers = new CaseRows(reading, orderId);
  const stations: Placed[] = [];
  for (const { kind, of } of all) {
    const found = await of.rows(papers);
    const rows = of === requested && !found.some((one) => one.id === row.id) ? [...found, row] : found;
    const latest = rows.findLast((one) => !isOver({ of }, one)) ?? rows.at(-1);
    stations.push({ kind, of, rows, latest, shown: of === requested ? row : latest });
  }
  const here = stations.findIndex((one) => one.of === requested);
  const facts = stations.map(factsOf);
  const marks = marksOf(facts);
  const clocked = [orderId, ...stations.filter((one) => one.of.clocked).map((one) => one.latest?.id ?? '')];
  return {
    stations: stations.flatMap((one, at) => (isShown(facts, at) ? [drawn(one, marks[at], at === here)] : [])),
    clock: currentOf(facts) < 0 ? null : await clockOf(reading, clocked.filter(Boolean)),
    others: await othersAt(reading, stations),
    step: await allowed(reading, stations, stepOf(reading, orderId, stations, here)),
  };
}

/** The registration's call that returns the band, by the name and id of any paper of an order. */
export const bandCall = extension<typeof registration>(registration, {
  calls: [implement(readBand, { read: ({ paper, id }, reading) => band(reading, paper, id) })],
});
