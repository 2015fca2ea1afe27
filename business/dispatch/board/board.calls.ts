import { day } from '#kernel/fields/day/day.ts';
import { dicts } from '#kernel/fields/dicts/dicts.ts';
import { flag } from '#kernel/fields/flag/flag.ts';
import { integer } from '#kernel/fields/integer/integer.ts';
import { moment } from '#kernel/fields/moment/moment.ts';
import { id } from '#kernel/fields/ref/ref.ts';
import { call } from '#kernel/language/calls/call.ts';
import {
  type AnswerOf,
  anyNumber,
  anyText,
  bothLanguages,
  choice,
  list,
  nullable,
  optional,
  record,
  yesOrNo,
} from '#kernel/language/calls/shape.ts';
import { customerServiceTeam } from '#business/system/dictionaries.ts';
import { dispatchForm } from '../dispatch-form/dispatch-form.paper.ts';

/**
 * Answers of the board's calls. Moments are `yyyy-MM-dd HH:mm:ss`, days `yyyy-MM-dd`, both in the tenant's zone;
 * minutes are whole.
 */

/** A conflict if a technician were sent at a time. A hard conflict forbids it; a soft one needs a reason. */
export const conflictShape = record({
  kind: choice(
    'disabled',
    'leave',
    'certificate',
    'blocked',
    'working',
    'overlap',
    'travel',
    'capacity',
    'tasks',
    'hours',
    'skill',
    'team',
    'past',
    'ahead',
    'wish',
  ),
  hard: yesOrNo,
  words: bothLanguages,
  /** Number or name of the visit, leave or skill in conflict; absent for other conflicts. */ no: optional(anyText),
});

/** An advantage (`good`) or a drawback of a technician for an order, as text. */
export const reasonShape = record({ words: bothLanguages, good: yesOrNo });

/** A technician who could do an order, as the board shows them to the dispatcher. */
const candidate = record({
  technicianId: anyText,
  name: anyText,
  team: anyText,
  skillsOk: yesOrNo,
  missingSkills: list(anyText),
  distanceKm: nullable(anyNumber),
  travelMinutes: nullable(anyNumber),
  loadMinutes: anyNumber,
  capacityMinutes: anyNumber,
  tasksToday: anyNumber,
  leave: yesOrNo,
  conflicts: list(conflictShape),
  score: anyNumber,
  reason: bothLanguages,
  reasons: list(reasonShape),
  suggestedFrom: nullable(anyText),
});

/** When the customer wants the visit, and whether no other time is possible. */
const wish = {
  expectDate: nullable(anyText),
  expectSlot: nullable(anyText),
  promiseFrom: nullable(anyText),
  promiseTo: nullable(anyText),
  wishFirm: yesOrNo,
  /** The time that the customer wishes by the link; null without an open wish. */
  wishDate: nullable(anyText),
  wishSlot: nullable(anyText),
};

/** A block of the board: one visit in the row of one member of its crew. */
const boardVisit = record({
  id: anyText,
  dispId: anyText,
  registrationFormId: anyText,
  taskNo: anyText,
  technicianId: anyText,
  from: anyText,
  to: anyText,
  appointFrom: nullable(anyText),
  appointTo: nullable(anyText),
  state: anyText,
  forced: yesOrNo,
  lockType: nullable(anyText),
  customerId: anyText,
  customerName: anyText,
  premisesName: nullable(anyText),
  location: nullable(anyText),
  repairType: anyText,
  urgency: anyText,
  /** Whether this technician leads the visit. Only this block can be moved; blocks of helpers follow. */
  lead: yesOrNo,
  version: anyNumber,
  acceptDue: nullable(anyText),
  seen: yesOrNo,
  content: anyText,
  /** Number of suggested parts that its lead misses. Null without suggested parts, and from the arrival on. */
  partsMissing: nullable(anyNumber),
  /** When the customer wants it; absent for a reader who may not see the visit. */ wish: optional(record(wish)),
});

/** A leave that was approved, or that blocks its hours before its approval (`pending`). */
const away = record({ leaveNo: anyText, leaveType: anyText, from: anyText, to: anyText, pending: optional(yesOrNo) });

/** A technician of the board, with leave, visits and working time of the requested days. */
const boardTechnician = record({
  technicianId: anyText,
  name: anyText,
  team: anyText,
  level: anyText,
  /** Usable skills: those with an expired certificate are left out. */ skills: list(anyText),
  homeLocation: nullable(anyText),
  workStart: anyText,
  workEnd: anyText,
  capacityMinutes: anyNumber,
  leave: list(away),
  visits: list(boardVisit),
  days: list(
    record({
      day: anyText,
      works: yesOrNo,
      /** Working minutes: hours without lunch and leave. */ minutes: anyNumber,
      /** Planned minutes without travel. */ loadMinutes: anyNumber,
    }),
  ),
});

const boardSkill = record({ id: anyText, name: anyText, system: anyText, needCertificate: yesOrNo });

/** Driving speed in km/h, and the buffer between two visits in minutes. */
const roads = record({ bufferMinutes: anyNumber, speedKmh: anyNumber });

/** An order that waits to be dispatched. */
const boardOrder = record({
  id: anyText,
  no: anyText,
  /** The live dispatch form of the order; null if it has none. */ dispId: nullable(anyText),
  customerId: anyText,
  customerName: anyText,
  level: anyText,
  address: anyText,
  premisesName: nullable(anyText),
  location: nullable(anyText),
  team: anyText,
  repairType: anyText,
  content: anyText,
  urgency: anyText,
  weibao: anyText,
  ...wish,
  minutes: anyNumber,
  skillIds: list(anyText),
  urgeCount: anyNumber,
  visitCount: anyNumber,
  isRework: yesOrNo,
  /** State of its last dispatched visit, such as refused or recalled; null if there was none. */
  lastState: nullable(anyText),
  /**
   * The action that recalled its last visit: `timeout` if it was not accepted in time, otherwise the action of a
   * person.
   */
  lastWhy: nullable(anyText),
  /**
   * Number of suggested parts missing in the van of the planned lead, or else of the best candidate. Null without
   * suggested parts.
   */
  partsMissing: nullable(anyNumber),
  /** Name of the nearest store that has the missing parts, and of the nearest technician with them in the van. */
  partsStore: nullable(anyText),
  partsVan: nullable(anyText),
  createTime: anyText,
  /** When the order becomes late: at its nearest running clock, else the promise, else the wish; null without any. */
  due: nullable(anyText),
});

const team = dicts(customerServiceTeam, ['服务班组', 'Team']);

const registrationFormId = id(['登记单', 'Work order'], { required: true });

/** Ranked technicians for an order; `free` returns the first free time window of each on the day. */
export const findCandidates = call(dispatchForm, 'getUsers', {
  method: 'GET',
  needs: 'view',
  title: ['候选技师', 'Ranked candidates'],
  query: {
    dispId: id(['派工单', 'Dispatch order']),
    registrationFormId: id(['登记单', 'Work order']),
    technicianId: id(['技师', 'Technician']),
    date: day(['日期', 'Day']),
    from: moment(['计划开始', 'Planned start']),
    to: moment(['计划结束', 'Planned end']),
    free: flag(['各自首个空档', 'First free window of each']),
  },
  answer: list(candidate),
});

/** Rows of the board: from a day until another, or for a number of days. */
export const boardRows = call(dispatchForm, 'technicianList', {
  method: 'GET',
  needs: 'view',
  title: ['看板技师行', 'Rows of the board'],
  query: {
    date: day(['日期', 'Day']),
    from: day(['从', 'From']),
    to: day(['至', 'Until']),
    days: integer(['天数', 'Days'], { min: '1', max: 31, initial: 1, clamps: true }),
    team,
  },
  answer: record({
    now: anyText,
    from: anyText,
    to: anyText,
    days: list(anyText),
    technicians: list(boardTechnician),
    skills: list(boardSkill),
    roads,
    /** Lunch break of all technicians (`HH:mm`), which is no working time. */
    lunch: record({ from: anyText, to: anyText }),
  }),
});

/** Whether a technician can do an order in a time window: the conflicts, and advantages and drawbacks. */
export const placingVerdict = call(dispatchForm, 'verdict', {
  method: 'GET',
  needs: 'view',
  title: ['排程冲突', 'What speaks against a window'],
  query: {
    registrationFormId,
    technicianId: id(['技师', 'Technician'], { required: true }),
    from: moment(['计划开始', 'Planned start']),
    to: moment(['计划结束', 'Planned end']),
    visitId: id(['任务', 'Visit']),
  },
  answer: record({ conflicts: list(conflictShape), allowed: yesOrNo, needForce: yesOrNo, reasons: list(reasonShape) }),
});

export const waitingOrders = call(dispatchForm, 'waitingOrders', {
  method: 'GET',
  needs: 'view',
  title: ['看板待派单', 'Orders that wait, for the board'],
  query: { team },
  answer: record({ now: anyText, total: anyNumber, orders: list(boardOrder) }),
});

/** Details of an order that its card does not show. They are loaded when the order or its visit is chosen. */
export const orderFacts = call(dispatchForm, 'orderFacts', {
  method: 'GET',
  needs: 'view',
  title: ['看板单据详情', 'Details of an order, for the board'],
  query: { registrationFormId },
  answer: record({
    phone: anyText,
    weibaoReason: nullable(anyText),
    urges: list(record({ time: anyText, content: anyText, state: anyText })),
    notes: list(record({ time: anyText, who: anyText, words: anyText })),
    parts: list(
      record({
        name: anyText,
        qty: anyText,
        holders: list(record({ technicianId: anyText, name: anyText, qty: anyText })),
      }),
    ),
    last: nullable(record({ time: anyText, technicianId: anyText, name: anyText, words: anyText })),
  }),
});

export type VisitConflict = AnswerOf<typeof conflictShape>;
export type Ranked = AnswerOf<typeof candidate>;
export type BoardVisit = AnswerOf<typeof boardVisit>;
export type Away = AnswerOf<typeof away>;
export type BoardTechnician = AnswerOf<typeof boardTechnician>;
export type BoardSkill = AnswerOf<typeof boardSkill>;
export type Roads = AnswerOf<typeof roads>;
export type BoardOrder = AnswerOf<typeof boardOrder>;
export type BoardAnswer = AnswerOf<typeof boardRows>;
export type PlacingVerdict = AnswerOf<typeof placingVerdict>;
export type OrdersAnswer = AnswerOf<typeof waitingOrders>;
export type OrderFacts = AnswerOf<typeof orderFacts>;
