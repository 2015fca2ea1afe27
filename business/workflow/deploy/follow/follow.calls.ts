import { day } from '#kernel/fields/day/day.ts';
import { flag } from '#kernel/fields/flag/flag.ts';
import { pageNumber, pageSize } from '#kernel/fields/integer/paging.ts';
import { id } from '#kernel/fields/ref/ref.ts';
import { text } from '#kernel/fields/text/text.ts';
import { call, several } from '#kernel/language/calls/call.ts';
import { anyNumber, anyText, page, record } from '#kernel/language/calls/shape.ts';
import { processModel } from '../../model/process-model.paper.ts';

const button = 'flow_follow_delete';
const instance = { processInstanceId: id(['流程实例', 'Instance'], { required: true }) };

/** Running instances, by filters. */
export const followList = call(processModel, 'blade-flow/follow/list', {
  method: 'GET',
  needs: 'view',
  title: ['流程跟踪', 'Running instances'],
  query: {
    current: pageNumber(),
    size: pageSize(10, 500),
    processInstanceId: text(['流程实例', 'Instance'], { max: 20 }),
    processDefinitionKey: text(['流程标识', 'Key'], { max: 100 }),
    executionId: text(['执行实例', 'Execution'], { max: 20 }),
    title: text(['标题', 'Title'], { max: 100 }),
    /** Part of the name of the starter, or of somebody that the instance waits for. */ person: text(
      ['人员', 'Person'],
      {
        max: 64,
      },
    ),
    beginDate: day(['开始日期', 'From']),
    endDate: day(['结束日期', 'To']),
    /** Only process instances with an incident or an overdue task. */ stuck: flag(['卡住的', 'Stuck']),
  },
  answer: page(
    record({
      id: anyText,
      executionId: anyText,
      processInstanceId: anyText,
      processDefinitionKey: anyText,
      processDefinitionId: anyText,
      processDefinitionName: anyText,
      suspensionState: anyNumber,
      startUserId: anyText,
      startUser: anyText,
      startTime: anyText,
      category: anyText,
      categoryName: anyText,
      title: anyText,
      /** Nodes at which the instance waits, the people it waits for, and since when. */ nodeName: anyText,
      waitsFor: anyText,
      since: anyText,
      dueTime: anyText,
      /** Why the instance is stuck: `incident`, `late`, or empty if it is not. */ stuck: anyText,
    }),
  ),
});

export const deleteInstance = call(processModel, 'blade-flow/follow/delete-process-instance', {
  method: 'POST',
  needs: 'person',
  button,
  title: ['终止流程实例', 'End an instance'],
  query: { ...instance, deleteReason: text(['删除原因', 'Reason'], { required: true, max: 500 }) },
  answer: record({ processInstanceId: anyText }),
});

const stateCall = (path: 'suspend' | 'activate', title: readonly [string, string]) =>
  call(processModel, `blade-flow/follow/${path}`, {
    method: 'POST',
    needs: 'person',
    button,
    title,
    query: instance,
    answer: record({ processInstanceId: anyText }),
  });

export const suspendInstance = stateCall('suspend', ['挂起流程实例', 'Suspend an instance']);
export const activateInstance = stateCall('activate', ['激活流程实例', 'Continue an instance']);

/** Open incidents, such as finally failed steps and tasks without people. */
export const incidentList = call(processModel, 'blade-flow/follow/incidents', {
  method: 'GET',
  needs: 'view',
  title: ['流程异常', 'Failed steps'],
  query: {
    current: pageNumber(),
    size: pageSize(10, 500),
    processInstanceId: id(['流程实例', 'Instance']),
  },
  answer: page(
    record({
      id: anyText,
      kind: anyText,
      processInstanceId: anyText,
      processDefinitionKey: anyText,
      processDefinitionName: anyText,
      title: anyText,
      nodeId: anyText,
      nodeName: anyText,
      message: anyText,
      createTime: anyText,
    }),
  ),
});

export const retryIncidents = call(processModel, 'blade-flow/follow/retry', {
  method: 'POST',
  needs: 'person',
  button,
  title: ['重试失败步骤', 'Try failed steps again'],
  query: { ids: several(['异常', 'Incidents'], id(['异常', 'Incident']), { required: true, most: 100 }) },
  answer: record({ retried: anyNumber }),
});
