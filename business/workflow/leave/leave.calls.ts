import { id } from '#kernel/fields/ref/ref.ts';
import { call } from '#kernel/language/calls/call.ts';
import { anyText, of, record } from '#kernel/language/calls/shape.ts';
import { leaveFields } from './leave-fields.rules.ts';
import { processLeave } from './process-leave.paper.ts';

/** Stores a leave application and starts its process, in one transaction. */
export const startLeave = call(processLeave, 'start-process', {
  method: 'POST',
  needs: 'person',
  button: 'work_start_flow',
  aliases: ['blade-flow/process/leave/start-process'],
  title: ['发起请假流程', 'Ask for leave'],
  body: {
    processDefinitionId: id(['流程定义', 'Definition'], { required: true }),
    ...leaveFields,
  },
  answer: record({ businessId: anyText, processInstanceId: anyText }),
});

/** A leave application with the state of its process, for those who may see it. */
export const leaveDetail = call(processLeave, 'detail', {
  method: 'GET',
  needs: 'person',
  aliases: ['blade-flow/process/leave/detail'],
  title: ['请假详情', 'A leave application with its flow'],
  query: { businessId: id(['请假申请', 'Leave application']), id: id(['请假申请', 'Leave application']) },
  answer: of(processLeave, null, {
    flow: record({
      assignee: anyText,
      assigneeName: anyText,
      processInstanceId: anyText,
      processDefinitionId: anyText,
      taskId: anyText,
      taskName: anyText,
      processIsFinished: anyText,
    }),
  }),
});
