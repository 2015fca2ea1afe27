import { id } from '#kernel/fields/ref/ref.ts';
import { text } from '#kernel/fields/text/text.ts';
import { call, several } from '#kernel/language/calls/call.ts';
import { anyNumber, record } from '#kernel/language/calls/shape.ts';
import { wageSheet } from '../wage-sheet.paper.ts';

/**
 * Remind people to sign the sheets of a period, or some sheets. Return how many were notified, how many had a reminder
 * that day, and how many have no account.
 */
export const remindToSign = call(wageSheet, 'blade-maintenance/webApi/aspieceworkwages/remind', {
  method: 'POST',
  needs: 'remind',
  title: ['工资单：提醒确认', 'Remind people to sign their payslips'],
  body: {
    wagePeriod: text(['工资期间', 'Pay period'], { max: 7 }),
    ids: several(['工资单', 'Payslips'], id(['工资单', 'Payslip']), { initial: [], most: 1000 }),
  },
  answer: record({ told: anyNumber, already: anyNumber, withoutAccount: anyNumber }),
});
