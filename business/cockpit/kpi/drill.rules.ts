import { must } from '#kernel/language/must.ts';
import { registration } from '#business/intake/registration/registration.paper.ts';
import { slaClock } from '#business/scheduling/sla/sla-clock.paper.ts';
import { completion } from '#business/completion/completion/completion.paper.ts';
import { visit } from '#business/dispatch/visit/visit.paper.ts';
import { collection } from '#business/billing/collection/collection.paper.ts';
import { wageLine } from '#business/piecework/wages/wage-line.paper.ts';
import { stock } from '#business/materials/stores/stock.paper.ts';
import type { AnyPaper } from '#kernel/language/paper.ts';

/** Days, a team and a system that a list is narrowed to. */
export interface Narrowing {
  readonly from: string;
  readonly to: string;
  readonly team: string | null;
  readonly system: string | null;
}

type Query = Readonly<Record<string, string>>;

/** A list whose rows make up a figure. */
interface Drill {
  readonly paper: AnyPaper;
  /** The field of its day; absent where it tells a state. */
  readonly day?: string;
  readonly query: Query;
  /** The filter for the team, and for the system. */
  readonly team?: string;
  readonly system?: string;
}

/** Filters of papers that have no team or system of their own, added by this room. */
export const ORDER_TEAM = 'orderTeam';
export const ORDER_SYSTEM = 'orderSystem';
const ofOrder = { team: ORDER_TEAM, system: ORDER_SYSTEM };
const ofRegistration = { team: 'customerServiceTeam', system: 'repairType' };

const drills: Readonly<Record<string, Drill>> = {
  orders: {
    paper: registration,
    day: 'createTime',
    query: { registerStatus: 'registered,dispatched,inService,waiting,finished,confirmed,closed' },
    ...ofRegistration,
  },
  backlog: {
    paper: registration,
    query: { registerStatus: 'registered,dispatched,inService,waiting', ascs: 'createTime' },
    ...ofRegistration,
  },
  sla: { paper: slaClock, day: 'dueTime', query: { slaState: 'met,breached' }, ...ofOrder },
  firstFix: {
    paper: completion,
    day: 'confirmTime',
    query: { completeStatus: 'confirmed', receiptsType: 'repair' },
    ...ofOrder,
  },
  utilisation: { paper: visit, day: 'finishTime', query: { workMinutes_gt: '0' }, ...ofOrder },
  revenue: { paper: collection, day: 'collectTime', query: { approvalStatus: 'approved' }, ...ofOrder },
  wages: {
    paper: wageLine,
    day: 'bizDate',
    query: {
      lineStatus: 'open,locked,paid',
      wageLineType: 'piece,base,mileage,overtime,duty,heat,marketing,bonus,penalty,toolComp,lossComp,adjust',
    },
    team: ORDER_TEAM,
  },
  stock: { paper: stock, query: {} },
  cash: { paper: collection, query: { transmitStatus: 'none', ascs: 'collectTime' }, ...ofOrder },
};

/** The paper whose rows make up a figure; undefined where several do. */
export const drilledPaper = (metric: string): AnyPaper | undefined => drills[metric]?.paper;

/** The days of a list, as its filters are called: those of moments by their day. */
const daysIn = (day: string | undefined, from: string, to: string): Query =>
  day === undefined
    ? {}
    : day === 'bizDate'
      ? { bizDate_ge: from, bizDate_le: to }
      : { [`${day}_dategt`]: from, [`${day}_datelt`]: to };

/** The list that adds up to a figure: where it stands and how it is asked; null where there is none. */
export function drillOf(metric: string, { from, to, team, system }: Narrowing): { path: string; query: Query } | null {
  const drill = drills[metric];
  if (!drill?.paper.menu || (team && !drill.team) || (system && !drill.system)) return null;
  return {
    path: drill.paper.menu.path,
    query: {
      ...drill.query,
      ...daysIn(drill.day, from, to),
      ...(team && { [must(drill.team, 'team')]: team }),
      ...(system && { [must(drill.system, 'system')]: system }),
    },
  };
}
