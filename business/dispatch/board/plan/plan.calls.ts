import { day } from '#kernel/fields/day/day.ts';
import { dicts } from '#kernel/fields/dicts/dicts.ts';
import { moment } from '#kernel/fields/moment/moment.ts';
import { id } from '#kernel/fields/ref/ref.ts';
import { call, lines, several } from '#kernel/language/calls/call.ts';
import { anyNumber, anyText, bothLanguages, list, record, yesOrNo } from '#kernel/language/calls/shape.ts';
import { customerServiceTeam } from '#business/system/dictionaries.ts';
import { conflictShape, reasonShape } from '../board.calls.ts';
import { dispatchForm } from '../../dispatch-form/dispatch-form.paper.ts';

/** So many orders are planned at once; whoever has more plans the most urgent first. */
export const MOST_PLANNED = 150;

/** So many may be named: as many as a board shows. */
const MOST_NAMED = 500;

const line = record({
  orderId: anyText,
  technicianId: anyText,
  from: anyText,
  to: anyText,
  score: anyNumber,
  reasons: list(reasonShape),
  /** What speaks against it: that he is of another team, or what somebody has set himself. */
  conflicts: list(conflictShape),
});

/** A plan of a day as a proposal: nothing is stored. What `kept` names stays where it is, the rest goes round it. */
export const planDay = call(dispatchForm, 'planDay', {
  method: 'POST',
  needs: 'save',
  title: ['自动排程', 'Plan a day'],
  body: {
    date: day(['日期', 'Day'], { required: true }),
    team: dicts(customerServiceTeam, ['技师班组', 'Teams of the technicians']),
    orderIds: several(['登记单', 'Work orders'], id(['登记单', 'Work order'], { required: true }), {
      most: MOST_NAMED,
    }),
    kept: lines(
      ['已定的', 'Set already'],
      {
        orderId: id(['登记单', 'Work order'], { required: true }),
        technicianId: id(['技师', 'Technician'], { required: true }),
        from: moment(['计划开始', 'Planned start'], { required: true }),
      },
      { most: MOST_PLANNED },
    ),
  },
  answer: record({
    day: anyText,
    at: anyText,
    lines: list(line),
    left: list(record({ orderId: anyText, words: bothLanguages })),
    /** How many orders of the day were not looked at, because there are too many. */ notLooked: anyNumber,
    /** The search ended because its time was spent. */ cutShort: yesOrNo,
  }),
});
