import { dict } from '#kernel/fields/dict/dict.ts';
import { flag } from '#kernel/fields/flag/flag.ts';
import { integer } from '#kernel/fields/integer/integer.ts';
import { moment } from '#kernel/fields/moment/moment.ts';
import { paperNumber } from '#kernel/fields/paper-number/paper-number.ts';
import { ref } from '#kernel/fields/ref/ref.ts';
import { structured } from '#kernel/fields/structured/structured.ts';
import { text } from '#kernel/fields/text/text.ts';
import { paper } from '#kernel/language/paper.ts';
import {
  type CommandContent,
  type Verification,
  contentShape,
  verificationShape,
} from '../content/command-content.rules.ts';
import { instructionType, iotTaskStatus, riskLevel, targetType } from '../dictionaries.ts';
import { taskRights, taskSenders } from '../rights.rules.ts';
import { taskLifecycle } from './task-lifecycle.rules.ts';
import { anything, map } from '#kernel/language/calls/shape.ts';
import { targetShape } from './targets.rules.ts';

const auto = { auto: true } as const;
const column = { auto: true, list: true } as const;
const sought = { auto: true, list: true, filter: 'exact' } as const;

/**
 * An instruction to many devices. Its content and devices are frozen when it is created, so that what is approved is
 * sent.
 */
export const instructionTask = paper('instructionTask', {
  title: ['指令任务', 'Instruction task'],
  table: 'iot_instruction_task',
  path: 'iot/instruction-task',
  habit: 'rest',
  says: { status: 'taskStatus' },
  rights: taskRights,
  sight: 'shared',
  readOnly: true,
  lifecycle: taskLifecycle,
  caption: 'taskNo',
  hint: ['taskName'],
  search: ['taskNo', 'taskName'],
  buttons: {
    send: { label: ['新建任务', 'Create a task'], roles: taskSenders },
    sendHigh: { label: ['新建高风险任务', 'Create a task of high risk'], roles: ['as_iot'] },
  },
  partialIndexes: [{ by: 'scheduleTime', where: { taskStatus: ['scheduled'] } }],
  fields: {
    taskNo: paperNumber(['任务编号', 'Task no.'], 'ZL'),
    taskName: text(['任务名称', 'Name'], { ...column, required: true, filter: 'like', max: 60, isProductText: true }),
    taskStatus: dict(iotTaskStatus, ['状态', 'State'], { ...sought, required: true }),
    configId: ref('instruction', ['指令', 'Instruction'], sought),
    modelId: ref('thingModel', ['物模型', 'Thing model'], sought),
    instructionType: dict(instructionType, ['指令类型', 'Kind'], sought),
    riskLevel: dict(riskLevel, ['风险等级', 'Risk'], sought),
    content: structured<CommandContent>(['内容', 'Content'], { ...auto, shape: contentShape }),
    params: structured(['参数', 'Parameters'], { ...auto, wire: true, shape: map(anything('deviceValue')) }),
    verify: structured<Verification>(['执行后核对', 'Check afterwards'], {
      ...auto,
      wire: true,
      shape: verificationShape,
    }),
    timeoutSec: integer(['超时（秒）', 'Timeout (s)'], auto),
    maxRetry: integer(['重试次数', 'Retries'], auto),
    waitOnline: flag(['离线时等待', 'Wait while the device is away'], auto),
    expireMin: integer(['有效期（分钟）', 'Expires after (min)'], auto),
    targetType: dict(targetType, ['目标类型', 'Targets'], sought),
    targetQuery: structured(['目标', 'Target'], { ...auto, wire: true, shape: targetShape }),
    targetCount: integer(['设备数', 'Devices'], column),
    perMinute: integer(['每分钟台数', 'Devices a minute'], auto),
    scheduleTime: moment(['计划时间', 'Scheduled'], { ...column, filter: 'range' }),
    expireTime: moment(['截止时间', 'Expires'], { ...auto, filter: 'range' }),
    startTime: moment(['开始', 'Started'], { ...column, filter: 'range' }),
    endTime: moment(['结束', 'Ended'], column),
    // Numbers of the commands by state, as of the last look of the dispatcher; `status` counts the rows themselves.
    endedCount: integer(['已结束', 'Ended'], column),
    successCount: integer(['成功', 'Success'], column),
    failedCount: integer(['未成功', 'Not successful'], column),
    reason: text(['原因', 'Reason'], { ...auto, max: 200, wide: true }),
  },
  groups: [
    {
      label: ['任务', 'Task'],
      fields: ['taskNo', 'taskName', 'configId', 'modelId', 'instructionType', 'riskLevel', 'content'],
    },
    {
      label: ['目标', 'Targets'],
      fields: ['targetType', 'targetCount', 'perMinute', 'scheduleTime', 'expireTime', 'waitOnline'],
    },
    {
      label: ['进度', 'Progress'],
      fields: ['startTime', 'endTime', 'endedCount', 'successCount', 'failedCount', 'reason'],
    },
  ],
  views: {
    review: { label: ['待复核', 'To be approved'], filter: { taskStatus: 'review' }, worry: true },
    open: { label: ['进行中', 'Under way'], filter: { taskStatus_in: 'scheduled,running,paused' } },
  },
  columns: [
    'taskNo',
    'taskName',
    'taskStatus',
    'configId',
    'modelId',
    'riskLevel',
    'targetCount',
    'endedCount',
    'successCount',
    'failedCount',
    'startTime',
  ],
  card: ['taskNo', 'taskName', 'taskStatus', 'riskLevel', 'targetCount', 'successCount'],
  menu: { group: 'iot-commands', icon: 'list-checks', path: '/iot/instructionTask', sort: 20 },
  logAs: 'instructionTask',
});
