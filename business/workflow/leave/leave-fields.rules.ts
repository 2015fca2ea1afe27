import { longText } from '#kernel/fields/long-text/long-text.ts';
import { moment } from '#kernel/fields/moment/moment.ts';
import { person } from '#kernel/fields/person/person.ts';

/** Inputs of a leave application: the body of the call and the fields of its page. */
export const leaveFields = {
  taskUser: person(['审批人', 'Approver'], { required: true }),
  startTime: moment(['开始时间', 'From'], { required: true }),
  endTime: moment(['结束时间', 'To'], { required: true }),
  reason: longText(['请假事由', 'Reason'], { required: true, max: 500, wide: true }),
};
