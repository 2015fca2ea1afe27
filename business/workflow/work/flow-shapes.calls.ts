import { pageNumber, pageSize } from '#kernel/fields/integer/paging.ts';
import { day } from '#kernel/fields/day/day.ts';
import { text } from '#kernel/fields/text/text.ts';
import {
  type AnswerOf,
  anyNumber,
  anyText,
  anything,
  choice,
  list,
  map,
  record,
  yesOrNo,
} from '#kernel/language/calls/shape.ts';

/** One row of the lists of processes: a task, a step or a process instance. Absent values are empty texts. */
export const bladeFlow = record({
  taskId: anyText,
  taskName: anyText,
  taskDefinitionKey: anyText,
  assignee: anyText,
  assigneeName: anyText,
  /**
   * Names of those an open task waits for: its assignee, or the roles, departments, positions and people that may claim
   * it.
   */
  waitsFor: anyText,
  category: anyText,
  categoryName: anyText,
  createTime: anyText,
  endTime: anyText,
  claimTime: anyText,
  dueTime: anyText,
  historyTaskEndTime: anyText,
  executionId: anyText,
  processInstanceId: anyText,
  historyProcessInstanceId: anyText,
  processDefinitionId: anyText,
  processDefinitionKey: anyText,
  processDefinitionName: anyText,
  processDefinitionVersion: anyNumber,
  processIsFinished: choice('finished', 'unfinished'),
  historyActivityId: anyText,
  historyActivityName: anyText,
  historyActivityType: anyText,
  historyActivityDurationTime: anyText,
  businessTable: anyText,
  businessId: anyText,
  title: anyText,
  starterName: anyText,
  status: choice('todo', 'claim', 'finish'),
  comment: anyText,
  flag: anyText,
  suspended: yesOrNo,
  variables: map(anything('flowVariable')),
});
export type BladeFlow = AnswerOf<typeof bladeFlow>;

/** A version in lists of processes. An empty `tenantId` means that all companies share it. */
export const flowProcess = record({
  id: anyText,
  tenantId: anyText,
  name: anyText,
  key: anyText,
  category: anyText,
  categoryName: anyText,
  version: anyNumber,
  deploymentId: anyText,
  resourceName: anyText,
  diagramResourceName: anyText,
  suspensionState: anyNumber,
  deploymentTime: anyText,
});
export type FlowProcess = AnswerOf<typeof flowProcess>;

/** A step of the history, for the diagram and the timeline. */
export const historyStep = record({
  id: anyText,
  historyActivityId: anyText,
  historyActivityName: anyText,
  historyActivityType: anyText,
  historyActivityDurationTime: anyText,
  assignee: anyText,
  assigneeName: anyText,
  comment: anyText,
  flag: anyText,
  createTime: anyText,
  endTime: anyText,
  state: anyText,
  reason: anyText,
});
export type HistoryStep = AnswerOf<typeof historyStep>;

/** Paging of process lists. */
export const paging = { current: pageNumber(), size: pageSize(10, 500) };

export const flowFilters = {
  ...paging,
  category: text(['流程分类', 'Category'], { max: 64 }),
  processDefinitionName: text(['流程名称', 'Process'], { max: 100 }),
  beginDate: day(['开始日期', 'From']),
  endDate: day(['结束日期', 'To']),
};

/** The task and instance that an action was taken on. */
export const acted = record({ processInstanceId: anyText, taskId: anyText });

/** Ids for which a batch succeeded, and those that failed with the reasons. */
export const eachDone = record({
  success: list(anyText),
  failed: list(record({ id: anyText, no: anyText, reason: anyText, msg: anyText })),
});
