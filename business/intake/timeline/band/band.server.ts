import type { Label } from '#kernel/language/label.ts';
import type { Lifecycle } from '#kernel/language/lifecycle.ts';
import { buttonOf, lifeOf } from '#kernel/language/paper.ts';
import type { CallAnswer } from '#kernel/language/calls/call.ts';
import { type Reading, extension, implement, row as refuseRow } from '#kernel/server';
import { slaClock } from '#business/scheduling/sla/sla-clock.paper.ts';
import { openAtHome } from '../../home/home-events.server.ts';
import { registration } from '../../registration/registration.paper.ts';
import { type CaseRow, both, stationText, word } from '../station.rules.ts';
import { CaseRows } from '../case-rows.server.ts';
import { timelineStations } from '../timeline.server.ts';
import type { CaseBandStation } from './band-station.server.ts';
import { readBand } from './band.calls.ts';
import { type StationFacts, currentOf, isShown, marksOf } from './band.rules.ts';

type Band = CallAnswer<typeof readBand>;
type Step = NonNullable<Band['step']>;

/** A station with its rows: the case is judged by the last that is open, else the last; what was asked about is what is shown. */
interface Placed {
  readonly kind: string;
  readonly of: CaseBandStation;
  readonly rows: readonly CaseRow[];
  readonly latest: CaseRow | undefined;
  readonly shown: CaseRow | undefined;
}

const lifeAt = ({ of }: Pick<Placed, 'of'>): Lifecycle => lifeOf(of.paper);
const stateOf = (placed: Pick<Placed, 'of'>, row: CaseRow): string => stationText(row[lifeAt(placed).field]);

const isOver = (placed: Pick<Placed, 'of'>, row: CaseRow): boolean => {
  const { ends, over = [] } = lifeAt(placed);
  return [...ends, ...over, ...(placed.of.rests ?? [])].includes(stateOf(placed, row));
};

const factsOf = (one: Placed): StationFacts => ({
  isThere: one.latest !== undefined,
  isOver: one.latest !== undefined && isOver(one, one.latest),
  isBeside: one.of.beside === true,
});

/** Roles by their names: the first two say whose work it is. */
function rolesInWords(reading: Reading, roles: readonly string[]): Label {
  const known = reading.rooms.flatMap((room) => room.roles ?? []);
  const labels = roles
    .map((alias) => known.find((role) => role.alias === alias)?.label)
    .filter((label) => label !== undefined)
    .slice(0, 2);
  return [labels.map(([zh]) => zh).join('或'), labels.map(([, en]) => en).join(' or ')];
}

/** The verb that leads on from where a row stands. */
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
    no: stationText(row[of.paper.caption]),
    action: name,
    to: '',
    may: false,
  };
}

/** The same where nothing else comes first: a leader confirms a visit before the office passes its completion. */
function verbOf(reading: Reading, stations: readonly Placed[], placed: Placed, row: CaseRow | undefined): Step | null {
  const first = row && placed.of.waits?.[stateOf(placed, row)];
  const before = stations.find((one) => one.kind === first);
  return (before && verbAt(reading, before, before.latest)) ?? verbAt(reading, placed, row);
}

/** What begins the station behind the current one. */
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

/** What is asked about waits for its own verb first; else the case for that of the station where it stands. */
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

/** Whether the reader may do it: the list of the paper decides, as it does for its buttons. */
async function allowed(reading: Reading, stations: readonly Placed[], step: Step | null): Promise<Step | null> {
  const paper = stations.find(({ of }) => of.paper.name === step?.paper)?.of.paper;
  if (!step || !paper) return step;
  const { records } = await reading.visible(paper).page({ id: step.id, size: '1' });
  return { ...step, may: (records[0] as CaseRow | undefined)?._can?.includes(step.action) ?? false };
}

/** The nearest clock that still runs on the form or the order. */
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
    .toSorted((one, other) => (stationText(one.dueTime) < stationText(other.dueTime) ? -1 : 1));
  return next
    ? {
        label: word(next, 'slaKind'),
        began: stationText(next.startTime),
        due: stationText(next.dueTime),
        paused: next.slaState === 'paused',
      }
    : null;
}

/** What else is open where this case is served, as far as its reader sees it. */
async function othersAt(reading: Reading, stations: readonly Placed[]): Promise<Band['others']> {
  const home = stations.map((one) => stationText(one.shown?.registerMainId)).find(Boolean);
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
    no: shown ? stationText(shown[of.paper.caption]) : '',
    to: shown ? page(shown) : '',
    state: shown ? word(shown, lifeAt(one).field) : '',
    tone: lifeAt(one).states.items[state]?.[2] ?? 'grey',
    at: shown ? stationText(of.since.map((name) => shown[name]).find(Boolean)) : '',
    mark,
    here,
  };
}

/** The row that was asked about, as its reader sees it; of a paper that hangs on one, the row above it. */
export async function askedRow(
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
      const above = stationText(hung?.[parent]);
      const [row] = above
        ? ((await reading.visible(of.paper, { query: { id: above } }).words({ first: 1 })) as CaseRow[])
        : [];
      if (row) return { of, row };
    }
  throw refuseRow.missing({ title: registration.title });
}

/** The case of a paper as far as its reader sees it: its stations, the clock that runs, and what is to be done next. */
async function band(reading: Reading, name: string, id: string): Promise<Band> {
  const all = reading
    .contributions(timelineStations)
    .flatMap(({ kind, sort, band: of }) => (of && reading.may(buttonOf(of.paper, 'view')) ? [{ kind, sort, of }] : []))
    .toSorted((one, other) => one.sort - other.sort);
  const { of: asked, row } = await askedRow(
    reading,
    all.map((one) => one.of),
    name,
    id,
  );
  const orderId = (await asked.orderOf(row, reading)) ?? '';
  const papers = new CaseRows(reading, orderId);
  const stations: Placed[] = [];
  for (const { kind, of } of all) {
    const found = await of.rows(papers);
    const rows = of === asked && !found.some((one) => one.id === row.id) ? [...found, row] : found;
    const latest = rows.findLast((one) => !isOver({ of }, one)) ?? rows.at(-1);
    stations.push({ kind, of, rows, latest, shown: of === asked ? row : latest });
  }
  const here = stations.findIndex((one) => one.of === asked);
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

/** The band of every paper of a case is asked of its registration. */
export const bandCall = extension<typeof registration>(registration, {
  calls: [implement(readBand, { read: ({ paper, id }, reading) => band(reading, paper, id) })],
});
