import { id } from '#kernel/fields/ref/ref.ts';
import { text } from '#kernel/fields/text/text.ts';
import { call } from '#kernel/language/calls/call.ts';
import { anyText, record } from '#kernel/language/calls/shape.ts';
import { device } from '../../devices/device.paper.ts';

const answer = record({ id: anyText, /** End of the access; empty: it has ended. */ until: anyText });

/**
 * Let the caller, and nobody else, read for an hour the records of a device from before the present home got it. The
 * reason is logged.
 */
export const lookBack = call(device, 'look-back', {
  method: 'POST',
  needs: 'lookBack',
  title: ['回看归属前的记录', 'Look back before the present owner'],
  body: {
    id: id(device.title, { required: true }),
    reason: text(['原因', 'Reason'], { required: true, max: 200 }),
  },
  answer,
});

export const endLookBack = call(device, 'look-back-end', {
  method: 'POST',
  needs: 'lookBack',
  title: ['结束回看', 'End the look back'],
  body: { id: id(device.title, { required: true }) },
  answer,
});
