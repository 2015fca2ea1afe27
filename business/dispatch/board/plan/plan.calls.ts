import { day } from '#kernel/fields/day/day.ts';
import { flag } from '#kernel/fields/flag/flag.ts';
import { dicts } from '#kernel/fields/dicts/dicts.ts';
import { moment } from '#kernel/fields/moment/moment.ts';
import { id } from '#kernel/fields/ref/ref.ts';
import { call, lines, several } from '#kernel/language/calls/call.ts';
import { anyNumber, anyText, bothLanguages, list, record, yesOrNo } from '#kernel/language/calls/shape.ts';
import { customerServiceTeam } from '#business/system/dictionaries.ts';
import { conflictShape, reasonShape } from '../board.calls.ts';
import { dispatchForm } from '../../dispatch-form/dispatch-form.paper.ts';

/** Maximum orders of one plan, the most urgent first. */
export const MAX_PLANNED = 150;

/** Maximal number of orders in the request, as many as a board shows. */
const MAX_NAMED = 500;

const line = record({
  orderId: anyText,
  technicianId: anyText,
  from: anyText,
  to: anyText,
  score: anyNumber,
  reasons: list(reasonShape),
  /** Soft conflicts of the line: a technician of another team or, if it was set by hand, any soft conflict. */
  conflicts: list(conflictShape),
});

/** Proposes a plan of a day without storing anything. Lines in `kept` stay as they are. */
export const planDay = call(dispatchForm, 'planDay', {
  method: 'POST',
  needs: 'save',
  title: ['自动排程', 'Plan a day'],
  body: {
    date: day(['日期', 'Day'], { required: true }),
    team: dicts(customerServiceTeam, ['技师班组', 'Teams of the technicians']),
    orderIds: several(['登记单', 'Work orders'], id(['登记单', 'Work order'], { required: true }), {
      most: MAX_NAMED,
    }),
    /** Plan exactly the named orders, also those that are wanted on a later day. */
    exact: flag(['只排这些', 'Exactly these']),
    kept: lines(
      ['已定的', 'Set already'],
      {
        orderId: id(['登记单', 'Work order'], { required: true }),
        technicianId: id(['技师', 'Technician'], { required: true }),
        from: moment(['计划开始', 'Planned start'], { required: true }),
      },
      { most: MAX_PLANNED },
    ),
  },
  answer: record({
    day: anyText,
    at: anyText,
    lines: list(line),
    left: list(record({ orderId: anyText, words: bothLanguages })),
    /** Number of orders that were left out because there were more than the maximum. */ notLooked: anyNumber,
    /** The search ended because its time was used up. */ cutShort: yesOrNo,
  }),
});
