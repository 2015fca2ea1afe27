import { id } from '#kernel/fields/ref/ref.ts';
import { text } from '#kernel/fields/text/text.ts';
import { call } from '#kernel/language/calls/call.ts';
import { alarm } from '../../alarms/alarm/alarm.paper.ts';
import { commandState } from './control.calls.ts';

/**
 * Send the remote remedy of a matter of safety at once, whatever its risk: such as closing the valve of a leak at night.
 */
export const remedyAlarm = call(alarm, 'remedy', {
  method: 'POST',
  needs: 'remedy',
  title: ['远程处理', 'Send the remote remedy'],
  body: {
    id: id(alarm.title, { required: true }),
    reason: text(['原因', 'Reason'], { required: true, max: 200 }),
  },
  answer: commandState,
});
