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

/** One task, step or case as all lists of processes answer it. What is not there is an empty text. */
export const bladeFlow = record({
  taskId: anyText,
  taskName: anyText,
  taskDefinitionKey: anyText,
  assignee: anyText,
  assigneeName: anyText,
  /** For whom an open task waits: its assignee, or the roles, departments and people that may claim it. */
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
  variables: map(anything),
});
export type BladeFlow = AnswerOf<typeof bladeFlow>;

/** A version of a process as lists answer it; an empty `tenantId` is what all companies share. */
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

/** A step of the history, as the diagram and the line of time read it. */
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

/** What pages of processes are asked for by. */
export const paging = { current: pageNumber(), size: pageSize(10, 500) };

export const flowFilters = {
  ...paging,
  category: text(['流程分类', 'Category'], { max: 64 }),
  processDefinitionName: text(['流程名称', 'Process'], { max: 100 }),
  beginDate: day(['开始日期', 'From']),
  endDate: day(['结束日期', 'To']),
};

/** Somebody acted; the task or instance it was. */
export const acted = record({ processInstanceId: anyText, taskId: anyText });

/** What was done, and what was refused and why. */
export const eachDone = record({
  success: list(anyText),
  failed: list(record({ id: anyText, no: anyText, reason: anyText, msg: anyText })),
});
