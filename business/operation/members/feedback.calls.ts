import { id } from '#kernel/fields/ref/ref.ts';
import { call } from '#kernel/language/calls/call.ts';
import { anyText, record } from '#kernel/language/calls/shape.ts';
import { feedback } from './feedback.paper.ts';

export const feedbackToRepair = call(feedback, 'toRepair', {
  method: 'POST',
  needs: 'toRepair',
  title: ['转报修', 'Make a repair request from feedback'],
  body: { id: id(feedback.title, { required: true }) },
  answer: record({ id: anyText, repairFormId: anyText, repairNo: anyText }),
});
