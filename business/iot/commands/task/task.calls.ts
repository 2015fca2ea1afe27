import { flag } from '#kernel/fields/flag/flag.ts';
import { integer } from '#kernel/fields/integer/integer.ts';
import { moment } from '#kernel/fields/moment/moment.ts';
import { dict } from '#kernel/fields/dict/dict.ts';
import { id } from '#kernel/fields/ref/ref.ts';
import { refs } from '#kernel/fields/refs/refs.ts';
import { structured } from '#kernel/fields/structured/structured.ts';
import { text } from '#kernel/fields/text/text.ts';
import { call } from '#kernel/language/calls/call.ts';
import { anyNumber, anyText, bothLanguages, list, record, streamAnswer } from '#kernel/language/calls/shape.ts';
import { targetType } from '../dictionaries.ts';
import { instruction } from '../instruction/instruction.paper.ts';
import { instructionTask } from './instruction-task.paper.ts';
import { targetShape } from './targets.rules.ts';

/** Maximal number of tasks whose counts one request may read. */
export const MAX_TASKS = 100;
/** Maximal number of devices of a task. */
export const MAX_TARGETS = 20_000;

const targets = () => ({
  configId: id(instruction.title, { required: true }),
  targetType: dict(targetType, ['目标类型', 'Targets'], { required: true }),
  targetQuery: structured<Record<string, unknown>>(['目标', 'Target'], { shape: targetShape }),
  params: structured<Record<string, unknown>>(['参数', 'Parameters'], { free: 'deviceValue' }),
});

/** Create a task: its content and its devices are frozen now. One of high risk waits for an approval. */
export const addTask = call(instructionTask, 'add', {
  method: 'POST',
  needs: 'send',
  title: ['新建指令任务', 'Create an instruction task'],
  body: {
    taskName: text(['任务名称', 'Name'], { required: true, max: 60 }),
    ...targets(),
    scheduleTime: moment(['计划时间', 'Scheduled']),
    expireTime: moment(['截止时间', 'Expires']),
    perMinute: integer(['每分钟台数', 'Devices a minute'], { max: 60_000 }),
    waitOnline: flag(['离线时等待', 'Wait while the device is away']),
    reason: text(['原因', 'Reason'], { max: 200 }),
  },
  answer: record({ id: anyText, taskNo: anyText, taskStatus: anyText, targetCount: anyNumber }),
});

/** Count the devices of a task before it exists: those that would get the command, and those left out, with why. */
export const lookTask = call(instructionTask, 'look', {
  method: 'POST',
  needs: 'send',
  title: ['预览指令任务', 'Look before a task is created'],
  body: targets(),
  answer: record({
    count: anyNumber,
    online: anyNumber,
    riskLevel: anyText,
    content: bothLanguages,
    leftOut: list(record({ reason: bothLanguages, count: anyNumber })),
    samples: list(record({ id: anyText, deviceName: anyText, deviceKey: anyText, online: anyText })),
  }),
});

/** The eleven counts of a task; their sum is `total`. */
export const taskState = record({
  id: anyText,
  status: anyText,
  total: anyNumber,
  pending: anyNumber,
  queued: anyNumber,
  sent: anyNumber,
  delivered: anyNumber,
  running: anyNumber,
  success: anyNumber,
  failed: anyNumber,
  timeout: anyNumber,
  expired: anyNumber,
  canceled: anyNumber,
  skipped: anyNumber,
  percent: anyNumber,
});

const named = () => ({ ids: refs('instructionTask', instructionTask.title, { required: true, max: MAX_TASKS }) });

export const taskProgress = call(instructionTask, 'status', {
  method: 'GET',
  needs: 'view',
  title: ['任务状态', 'State and counts of tasks'],
  query: named(),
  answer: list(taskState),
});

export const taskProgressStream = call(instructionTask, 'status/stream', {
  method: 'GET',
  needs: 'view',
  title: ['任务状态流', 'State and counts of tasks as a stream'],
  query: named(),
  answer: streamAnswer,
});

/** Restore the values from before a task, for all of its devices whose values have not changed since. */
export const undoTask = call(instructionTask, 'undo', {
  method: 'POST',
  needs: 'send',
  title: ['还原任务', 'Undo a task'],
  body: {
    id: id(instructionTask.title, { required: true }),
    reason: text(['原因', 'Reason'], { max: 200 }),
  },
  answer: record({ undone: anyNumber, changed: anyNumber, away: anyNumber }),
});
