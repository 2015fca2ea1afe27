import { flag } from '#kernel/fields/flag/flag.ts';
import { day } from '#kernel/fields/day/day.ts';
import { dict } from '#kernel/fields/dict/dict.ts';
import { longText } from '#kernel/fields/long-text/long-text.ts';
import { moment } from '#kernel/fields/moment/moment.ts';
import { id } from '#kernel/fields/ref/ref.ts';
import { text } from '#kernel/fields/text/text.ts';
import { type CallInputOf, call, lines, choiceOf } from '#kernel/language/calls/call.ts';
import {
  type AnswerOf,
  anyNumber,
  anyText,
  bothLanguages,
  list,
  nullable,
  record,
  yesOrNo,
} from '#kernel/language/calls/shape.ts';
import { leaveType } from '../dictionaries.ts';
import { leaveForm } from './leave-form.paper.ts';

/** A visit of the technician that overlaps the leave. `movable`: it is not under way. */
const conflicting = {
  id: anyText,
  orderId: anyText,
  dispId: anyText,
  dispNo: anyText,
  taskNo: anyText,
  customer: anyText,
  planStart: anyText,
  planEnd: anyText,
  movable: yesOrNo,
  lead: yesOrNo,
};
const inTheWay = record(conflicting);

/** A visit in conflict, with other technicians who could take it, the best first. */
const suggested = record({
  ...conflicting,
  suggestedTechnicians: list(record({ technicianId: anyText, name: anyText, reason: bothLanguages })),
});

/** Returns length and conflicts of a leave while its times are being chosen. */
export const lengthOfLeave = call(leaveForm, 'selectTime', {
  method: 'GET',
  needs: 'view',
  title: ['请假时长与任务冲突', 'Working hours and visit conflicts of a leave'],
  query: {
    technicianId: id(['技师', 'Technician']),
    startTime: moment(['开始时间', 'From']),
    endTime: moment(['结束时间', 'To']),
    /** The leave itself, if it is stored: it does not conflict with itself. */ id: id(['请假单', 'Leave request']),
  },
  answer: record({
    hours: anyText,
    workDays: anyNumber,
    conflicts: list(suggested),
    overlapsLeave: nullable(anyText),
  }),
});

/**
 * Solves several conflicts: transfer the visit, move it to another time (`move`), or return it to the pool (`pool`).
 */
export const solveConflicts = call(leaveForm, 'solve', {
  method: 'POST',
  needs: 'approve',
  title: ['处理冲突任务', 'Solve conflicting visits'],
  body: {
    id: id(['请假单', 'Leave request'], { required: true }),
    visits: lines(['冲突任务', 'Conflicting visits'], {
      visitId: id(['任务', 'Visit'], { required: true }),
      how: choiceOf(['处理方式', 'How'], ['transfer', 'move', 'pool'], { initial: 'transfer' }),
      technicianId: id(['转给技师', 'To whom']),
      planStart: moment(['计划开始', 'Planned start']),
      planEnd: moment(['计划结束', 'Planned end']),
      force: flag(['强制排程', 'Force']),
      reason: longText(['原因', 'Reason']),
    }),
  },
  answer: record({ conflicts: list(suggested) }),
});

const home = record({ orderId: anyText, visitId: anyText, customer: anyText, planStart: anyText });

/**
 * Takes a technician off the board from now on, by a leave that waits for its approval but blocks the hours at once.
 * Visits that have not begun go back to the pool.
 */
export const takeTechnicianOff = call(leaveForm, 'takeOff', {
  method: 'POST',
  needs: 'takeOff',
  title: ['今天不来', 'Not coming today'],
  body: {
    technicianId: id(['技师', 'Technician'], { required: true }),
    /** The last day of the absence; absent: today. */ until: day(['到哪天', 'Until']),
    /** Absent: sick. */ leaveType: dict(leaveType, ['请假类型', 'Leave type']),
    reason: text(['事由', 'Reason'], { required: true, max: 500 }),
  },
  answer: record({
    id: anyText,
    leaveNo: anyText,
    from: anyText,
    to: anyText,
    /** Visits that went back to the pool. */ back: list(home),
    /** Visits under way, which stay with the technician. */ stay: list(home),
    /** Visits of others, which lose the technician as a helper. */ helped: list(home),
  }),
});

export type Conflicting = AnswerOf<typeof inTheWay>;
export type SuggestedConflict = AnswerOf<typeof suggested>;
/** How one visit in conflict is solved: transferred, moved to another time, or returned to the pool. */
export type Solving = NonNullable<CallInputOf<typeof solveConflicts>['visits']>[number];
