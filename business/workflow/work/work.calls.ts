import { longText } from '#kernel/fields/long-text/long-text.ts';
import { id } from '#kernel/fields/ref/ref.ts';
import { integer } from '#kernel/fields/integer/integer.ts';
import { structured } from '#kernel/fields/structured/structured.ts';
import { text } from '#kernel/fields/text/text.ts';
import { call, roomCall, several } from '#kernel/language/calls/call.ts';
import {
  anyNumber,
  anyText,
  anything,
  bothLanguages,
  list,
  map,
  nullable,
  page,
  record,
  someRow,
} from '#kernel/language/calls/shape.ts';
import { processLeave } from '../leave/process-leave.paper.ts';
import { acted, bladeFlow, eachDone, flowFilters, flowProcess, historyStep, paging } from './flow-shapes.calls.ts';

const task = { taskId: id(['任务', 'Task'], { required: true }) };
const comment = longText(['批复意见', 'Comment'], { max: 2000 });

const workList = (path: string, title: readonly [string, string]) =>
  call(processLeave, `blade-flow/work/${path}`, {
    method: 'GET',
    needs: 'person',
    title,
    query: flowFilters,
    answer: page(bladeFlow),
  });

/** Open unassigned tasks that the caller may claim. */
export const claimList = workList('claim-list', ['待签任务', 'Tasks to claim']);
/** Open tasks of the caller. */
export const todoList = workList('todo-list', ['待办任务', 'Tasks to do']);
/** Process instances that the caller started, each with its last task. */
export const sendList = workList('send-list', ['已发流程', 'Processes started']);
/** Tasks that the caller completed. */
export const doneList = workList('done-list', ['办结任务', 'Tasks done']);

/** Processes that can be started, each in its newest version. */
export const startList = call(processLeave, 'blade-flow/work/start-list', {
  method: 'GET',
  needs: 'person',
  title: ['可发起的流程', 'Processes that can be started'],
  query: {
    ...paging,
    category: text(['流程分类', 'Category'], { max: 64 }),
    /** 1: shared by all companies; 2: the company's own. */ mode: text(['流程模式', 'Kind'], { max: 8 }),
    name: text(['流程名称', 'Process'], { max: 100 }),
  },
  answer: page(flowProcess),
});

export const claimTask = call(processLeave, 'blade-flow/work/claim-task', {
  method: 'POST',
  needs: 'person',
  title: ['签收任务', 'Claim a task'],
  query: task,
  answer: acted,
});

/** Body of a decision. The flag `ok` approves; any other value rejects. */
const decision = {
  flag: text(['处理结果', 'Decision'], { max: 20 }),
  comment,
};

export const completeTask = call(processLeave, 'blade-flow/work/complete-task', {
  method: 'POST',
  needs: 'person',
  title: ['处理任务', 'Complete a task'],
  body: {
    ...task,
    processInstanceId: id(['流程实例', 'Instance']),
    ...decision,
    variables: structured<Record<string, unknown>>(['流程变量', 'Variables'], { free: 'flowVariable' }),
    /** Fields of the paper that the node lets its handler edit, with their new values. */
    changes: structured<Record<string, unknown>>(['单据修改', 'Changes of the document'], {
      free: 'columnValue',
    }),
    /** Version of the row that was read; absent: no check for changes by others. */
    version: integer(['单据版本', 'Version of the document']),
  },
  answer: acted,
});

export const batchComplete = roomCall('blade-flow/work/batch-complete', {
  method: 'POST',
  needs: 'person',
  title: ['批量处理任务', 'Complete several tasks'],
  body: { taskIds: several(['任务', 'Tasks'], id(['任务', 'Task']), { required: true, most: 100 }), ...decision },
  answer: eachDone,
});

/**
 * Facts of several tasks side by side: fields of their papers, days and money. Tasks that the caller may not decide are
 * left out.
 */
export const batchFacts = call(processLeave, 'blade-flow/work/batch-facts', {
  method: 'GET',
  needs: 'person',
  title: ['批量审批要点', 'Facts of several tasks'],
  query: { taskIds: several(['任务', 'Tasks'], id(['任务', 'Task']), { required: true, most: 100 }) },
  answer: list(
    record({
      taskId: anyText,
      title: anyText,
      starterName: anyText,
      dueTime: anyText,
      /** Name of the paper that the instance is about; empty if it is about none. */ paper: anyText,
      row: nullable(someRow()),
      /** Names of the fields to show, in order. */ fields: list(anyText),
      days: anyText,
      money: anyText,
    }),
  ),
});

/** Numbers of tasks and unread copies for the menu, each counted up to 100, which is shown as 99+. */
export const workCount = call(processLeave, 'blade-flow/work/count', {
  method: 'GET',
  needs: 'person',
  title: ['任务数量', 'Numbers of tasks'],
  query: {},
  answer: record({ claim: anyNumber, todo: anyNumber, overdue: anyNumber, cc: anyNumber }),
});

/** Why the reader has a task: the rule that selected the reader, and the condition of the path with its values. */
export const taskWhy = record({
  assigned: bothLanguages,
  condition: anyText,
  values: list(record({ name: anyText, value: anyText })),
});

/**
 * An action on an instance other than a decision: handed over, reminded, copied; `people` are the names of those
 * concerned.
 */
export const caseAction = record({
  id: anyText,
  action: anyText,
  actorName: anyText,
  people: anyText,
  comment: anyText,
  at: anyText,
});

/** Details of a process instance for one person: process, subject, history, and permitted buttons. */
export const taskDetail = call(processLeave, 'blade-flow/work/task-detail', {
  method: 'GET',
  needs: 'person',
  title: ['任务详情', 'A task with its case'],
  query: { taskId: id(['任务', 'Task']), processInstanceId: id(['流程实例', 'Instance']) },
  answer: record({
    process: record({
      processInstanceId: anyText,
      processDefinitionId: anyText,
      processDefinitionKey: anyText,
      processDefinitionName: anyText,
      processDefinitionVersion: anyNumber,
      category: anyText,
      categoryName: anyText,
      title: anyText,
      starter: anyText,
      starterName: anyText,
      startTime: anyText,
      endTime: anyText,
      state: anyText,
      outcome: anyText,
      deleteReason: anyText,
      waitingFor: anyText,
    }),
    task: nullable(bladeFlow),
    form: record({
      /** Folder of the page that shows the instance, from `remark` of its category. */ route: anyText,
      formKey: anyText,
      businessTable: anyText,
      businessId: anyText,
      /** Rights of fields at this node. */ fields: map(anyText),
      variables: map(anything('flowVariable')),
    }),
    /** Name of the instance's paper, and (`row`) its row with the fields that the reader may see. */ paper: anyText,
    row: nullable(someRow()),
    /** Lines of the row, by the names of their papers. */ lines: map(list(someRow())),
    why: nullable(taskWhy),
    flow: list(historyStep),
    /** Actions on the instance other than decisions, oldest first. */ actions: list(caseAction),
    /** The signers that this task requested. */ signers: list(record({ userId: anyText, name: anyText })),
    buttons: list(anyText),
  }),
});

/** The process that governs a row now: the people it waits for, and the task of the caller. */
export const governingCase = call(processLeave, 'blade-flow/work/governing', {
  method: 'GET',
  needs: 'person',
  title: ['单据当前的审批流程', 'The process that governs a document now'],
  query: {
    paperName: text(['单据', 'Document'], { required: true, max: 64 }),
    businessId: id(['单据ID', 'Document id'], { required: true }),
  },
  answer: record({
    processInstanceId: anyText,
    processDefinitionName: anyText,
    taskName: anyText,
    /** Id of the task that the caller may decide; empty: none. */ taskId: anyText,
    waitingFor: anyText,
    since: anyText,
  }),
});
