import { id } from '#kernel/fields/ref/ref.ts';
import { structured } from '#kernel/fields/structured/structured.ts';
import { text } from '#kernel/fields/text/text.ts';
import { call } from '#kernel/language/calls/call.ts';
import { anyText, anything, list, map, optional, record } from '#kernel/language/calls/shape.ts';
import { processLeave } from '../leave/process-leave.paper.ts';
import { historyStep } from './flow-shapes.calls.ts';

const instance = { processInstanceId: id(['流程实例', 'Instance'], { required: true }) };

/** Starts, tasks and ends of a process instance in the order in which they began. */
export const historyFlowList = call(processLeave, 'blade-flow/process/history-flow-list', {
  method: 'GET',
  needs: 'person',
  title: ['流程历史', 'History of an instance'],
  query: {
    ...instance,
    startActivityId: text(['起始节点', 'From node'], { max: 255 }),
    endActivityId: text(['结束节点', 'To node'], { max: 255 }),
  },
  answer: list(historyStep),
});

/** The drawing of a version or instance, with the visited nodes of an instance. */
export const modelView = call(processLeave, 'blade-flow/process/model-view', {
  method: 'GET',
  needs: 'person',
  title: ['流程图', 'Diagram'],
  query: {
    processInstanceId: id(['流程实例', 'Instance']),
    processDefinitionId: id(['流程定义', 'Definition']),
  },
  answer: record({ xml: anyText, flow: optional(list(historyStep)) }),
});

export const startByHand = call(processLeave, 'blade-flow/process/start', {
  method: 'POST',
  needs: 'person',
  button: 'work_start_flow',
  title: ['发起流程', 'Start an instance'],
  body: {
    processDefinitionId: id(['流程定义', 'Definition'], { required: true }),
    businessId: text(['业务ID', 'Business id'], { max: 64 }),
    variables: structured<Record<string, unknown>>(['流程变量', 'Variables'], { free: 'flowVariable' }),
  },
  answer: record({ processInstanceId: anyText }),
});

export const processVariables = call(processLeave, 'blade-flow/process/variables', {
  method: 'GET',
  needs: 'person',
  title: ['流程变量', 'Variables of an instance'],
  query: instance,
  answer: map(anything('flowVariable')),
});
