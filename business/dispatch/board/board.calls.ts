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

/** What the calls of the board answer. Moments are `yyyy-MM-dd HH:mm:ss`, days `yyyy-MM-dd`, both in the tenant's zone; minutes are whole. */

/** Something that speaks against sending a technician at a time. Hard ones forbid it; soft ones want a reason. */
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
  ),
  hard: yesOrNo,
  words: bothLanguages,
  /** The visit, leave or skill it is about. */ no: optional(anyText),
});

/** A reason for or against somebody. */
export const reasonShape = record({ words: bothLanguages, good: yesOrNo });

/** A candidate as the dispatcher sees him. */
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

/** A block of the board: one visit in the row of one of its crew. */
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
  /** He leads it; a helper's block moves with that of the lead. */
  lead: yesOrNo,
  version: anyNumber,
  acceptDue: nullable(anyText),
  seen: yesOrNo,
  content: anyText,
});

/** A leave that was approved. */
const away = record({ leaveNo: anyText, leaveType: anyText, from: anyText, to: anyText });

/** A row of the board. */
const boardTechnician = record({
  technicianId: anyText,
  name: anyText,
  team: anyText,
  level: anyText,
  /** Skills he may use: certificates that ran out are left out. */ skills: list(anyText),
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
      /** For so long he is at work: his hours without lunch and leave. */ minutes: anyNumber,
      /** Planned minutes without the way. */ loadMinutes: anyNumber,
    }),
  ),
});

const boardSkill = record({ id: anyText, name: anyText, system: anyText, needCertificate: yesOrNo });

/** How fast people drive, and how much air stands between two visits. */
const roads = record({ bufferMinutes: anyNumber, speedKmh: anyNumber });

/** An order that waits to be dispatched. */
const boardOrder = record({
  id: anyText,
  no: anyText,
  /** Its dispatch form, when one was made before. */ dispId: nullable(anyText),
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
  expectDate: nullable(anyText),
  expectSlot: nullable(anyText),
  promiseFrom: nullable(anyText),
  promiseTo: nullable(anyText),
  minutes: anyNumber,
  skillIds: list(anyText),
  urgeCount: anyNumber,
  visitCount: anyNumber,
  isRework: yesOrNo,
  /** How its last visit ended without a result. */ lastState: nullable(anyText),
  /** How it was taken back, where that is its last state: the accept time ran out, or somebody did it. */
  lastWhy: nullable(anyText),
  /** How many of the suggested parts are missing in the van of who goes, or of who is suggested first; null when none was suggested. */
  partsMissing: nullable(anyNumber),
  createTime: anyText,
  /** When it is late: the nearest clock that runs, else what was promised, else what was wished; null when nothing says so. */
  due: nullable(anyText),
});

const team = dicts(customerServiceTeam, ['服务班组', 'Team']);

const registrationFormId = id(['登记单', 'Work order'], { required: true });

/** Ranked technicians for an order; `free` asks for each one's own first free window of the day. */
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

/** Rows of the board from a day on: until another one, or so many days. */
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
    /** `HH:mm`, taken out of the working time. */ lunch: record({ from: anyText, to: anyText }),
  }),
});

/** What the server says about a technician and a window. */
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

/** What the details say about an order beside what its card says. */
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
