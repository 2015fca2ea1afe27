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

/** Open tasks that nobody has yet and I may take. */
export const claimList = workList('claim-list', ['待签任务', 'Tasks to claim']);
/** Open tasks of mine. */
export const todoList = workList('todo-list', ['待办任务', 'Tasks to do']);
/** Cases that I started, each with its last task. */
export const sendList = workList('send-list', ['已发流程', 'Processes started']);
/** Tasks that I finished. */
export const doneList = workList('done-list', ['办结任务', 'Tasks done']);

/** What may be started: the newest version of each process. */
export const startList = call(processLeave, 'blade-flow/work/start-list', {
  method: 'GET',
  needs: 'person',
  title: ['可发起的流程', 'Processes that can be started'],
  query: {
    ...paging,
    category: text(['流程分类', 'Category'], { max: 64 }),
    /** 1: what all companies share; 2: the company's own. */ mode: text(['流程模式', 'Kind'], { max: 8 }),
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

/** `ok` approves, anything else rejects. */
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
    variables: structured<Record<string, unknown>>(['流程变量', 'Variables'], {}),
    /** Fields of the paper that the node leaves to its handler. */
    changes: structured<Record<string, unknown>>(['单据修改', 'Changes of the document'], {}),
    /** Of the row that was read; absent, whoever changed it meanwhile is not asked. */
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

/** Facts of several tasks: fields of their papers, days and money. Tasks that the caller may not decide are left out. */
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
      /** Name of the paper; empty where the case is about none. */ paper: anyText,
      row: nullable(someRow()),
      /** Names of the fields to show, in order. */ fields: list(anyText),
      days: anyText,
      money: anyText,
    }),
  ),
});

/** Numbers for the badges; more than 99 are told as 100. */
export const workCount = call(processLeave, 'blade-flow/work/count', {
  method: 'GET',
  needs: 'person',
  title: ['任务数量', 'Numbers of tasks'],
  query: {},
  answer: record({ claim: anyNumber, todo: anyNumber, overdue: anyNumber, cc: anyNumber }),
});

/** Why a task came to whoever reads it: the rule that found him, and the condition that led here with what it read. */
export const taskWhy = record({
  assigned: bothLanguages,
  condition: anyText,
  values: list(record({ name: anyText, value: anyText })),
});

/** Something that was done with a case besides deciding: handed over, reminded, copied; `people` are the names of whom it concerned. */
export const caseAction = record({
  id: anyText,
  action: anyText,
  actorName: anyText,
  people: anyText,
  comment: anyText,
  at: anyText,
});

/** What a person sees of a case: which process, what it is about, what happened, and what he may do. */
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
      /** Folder of its page, by the remark of its category. */ route: anyText,
      formKey: anyText,
      businessTable: anyText,
      businessId: anyText,
      /** Rights of fields at this node. */ fields: map(anyText),
      variables: map(anything),
    }),
    /** Name of the paper that the case is about, and its row as whoever has a task reads it. */ paper: anyText,
    row: nullable(someRow()),
    /** Its lines, by the names of the paper. */ lines: map(list(someRow())),
    why: nullable(taskWhy),
    flow: list(historyStep),
    /** What was done with the case besides deciding, the oldest first. */ actions: list(caseAction),
    /** Who signs because this task asked for it. */ signers: list(record({ userId: anyText, name: anyText })),
    buttons: list(anyText),
  }),
});

/** The process that governs a row now: for whom it waits, and the task of whoever asks. */
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
    /** The task that whoever asks may decide; empty where none is his. */ taskId: anyText,
    waitingFor: anyText,
    since: anyText,
  }),
});
