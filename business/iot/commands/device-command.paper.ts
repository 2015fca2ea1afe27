import { dict } from '#kernel/fields/dict/dict.ts';
import { file } from '#kernel/fields/file/file.ts';
import { flag } from '#kernel/fields/flag/flag.ts';
import { integer } from '#kernel/fields/integer/integer.ts';
import { mac } from '#kernel/fields/mac/mac.ts';
import { moment } from '#kernel/fields/moment/moment.ts';
import { id, ref } from '#kernel/fields/ref/ref.ts';
import { structured } from '#kernel/fields/structured/structured.ts';
import { text } from '#kernel/fields/text/text.ts';
import { paper } from '#kernel/language/paper.ts';
import { ownedByFamily } from '../records/owned-period.rules.ts';
import { recordsOfOwnHomes } from '../records/rights.rules.ts';
import {
  type Attempt,
  type CommandContent,
  type Verification,
  attemptShape,
  contentShape,
  verificationShape,
} from './content/command-content.rules.ts';
import { commandSource, execStatus, instructionType, riskLevel } from './dictionaries.ts';
import { LOG_ENDINGS, MAX_LOG_MB } from './log/log-kind.rules.ts';
import { commandRights, deviceSenders } from './rights.rules.ts';
import { anything, list, map } from '#kernel/language/calls/shape.ts';

const auto = { auto: true } as const;
const column = { auto: true, list: true } as const;
const sought = { auto: true, list: true, filter: 'exact' } as const;

/**
 * One command to one device, alone or of a task, with its attempts and its result. Its id is the number of the command
 * on the wire.
 */
export const deviceCommand = paper('deviceCommand', {
  title: ['设备指令', 'Device command'],
  table: 'iot_instruction_task_device',
  path: 'iot/instruction-task-device',
  habit: 'rest',
  says: { status: 'execStatus' },
  calls: { export: ['download'] },
  wireNames: { deviceName: 'deviceId', householdName: 'householdId', taskNo: 'taskId' },
  rights: commandRights,
  team: { through: 'deviceId', paper: 'device' },
  department: { through: 'deviceId', paper: 'device' },
  mine: recordsOfOwnHomes,
  ownedPeriod: ownedByFamily('commandTime'),
  readOnly: true,
  spans: { each: 'month', keepDays: 365 },
  caption: 'title',
  hint: ['deviceId'],
  buttons: {
    cancel: { label: ['取消指令', 'Cancel a command'], roles: deviceSenders },
    undo: { label: ['还原', 'Undo'], roles: deviceSenders },
  },
  // Open commands are a small part of all; the dispatcher looks for those that are due.
  partialIndexes: [{ by: 'dueTime', where: { execStatus: ['pending', 'queued', 'sent', 'delivered', 'running'] } }],
  fields: {
    commandTime: moment(['时间', 'Time'], { ...column, filter: 'range' }),
    title: text(['指令', 'Command'], { ...column, max: 200, isProductText: true, filter: 'like', width: 220 }),
    deviceId: ref('device', ['设备', 'Device'], { ...sought, required: true }),
    // Ids without a reference: nothing lists the commands of a gateway or a model, so they need no index.
    gatewayId: id(['网关', 'Gateway'], { ...auto, wire: true }),
    mac: mac(['MAC地址', 'MAC'], sought),
    householdId: ref('household', ['家庭', 'Home'], { ...auto, list: true, filter: 'exact' }),
    modelId: id(['物模型', 'Thing model'], { ...auto, wire: true }),
    taskId: ref('instructionTask', ['任务', 'Task'], sought),
    source: dict(commandSource, ['来源', 'Source'], sought),
    instructionType: dict(instructionType, ['指令类型', 'Kind'], sought),
    riskLevel: dict(riskLevel, ['风险等级', 'Risk'], sought),
    execStatus: dict(execStatus, ['状态', 'State'], { ...sought, required: true, initial: 'pending' }),
    attempt: integer(['次数', 'Attempts'], column),
    content: structured<CommandContent, { auto: true; required: true; example: string }>(['内容', 'Content'], {
      auto: true,
      required: true,
      shape: contentShape,
      example: '{"set":{"value1":1}}',
    }),
    verify: structured<Verification>(['执行后核对', 'Check afterwards'], {
      ...auto,
      wire: true,
      shape: verificationShape,
    }),
    before: structured<Record<string, unknown>>(['下发前的值', 'Values before'], {
      ...auto,
      shape: map(anything('deviceValue')),
    }),
    sendReason: text(['下发理由', 'Why it was sent'], { ...auto, max: 200 }),
    // Why the command is in its state; the person's reason is `sendReason`.
    reason: text(['说明', 'Reason'], { ...auto, list: true, max: 200, isProductText: true }),
    timeoutSec: integer(['超时（秒）', 'Timeout (s)'], auto),
    maxRetry: integer(['重试次数', 'Retries'], auto),
    waitOnline: flag(['离线时等待', 'Wait while the device is away'], auto),
    // The person may pass the lock-out of a home where a technician works.
    isOverride: flag(['越过作业锁定', 'Passes the lock-out'], { ...auto, wire: true }),
    expireTime: moment(['有效至', 'Expires'], auto),
    dueTime: moment(['下一步时间', 'Next step at'], { ...auto, wire: true, filter: 'range' }),
    sentTime: moment(['下发时间', 'Sent'], column),
    ackTime: moment(['送达时间', 'Delivered'], auto),
    replyTime: moment(['回复时间', 'Replied'], column),
    costMs: integer(['耗时（毫秒）', 'Took (ms)'], column),
    resultCode: integer(['结果码', 'Result code'], sought),
    resultMsg: text(['结果', 'Result'], { ...column, max: 200 }),
    resultJson: structured<Record<string, unknown>>(['结果数据', 'Data of the result'], {
      ...auto,
      shape: map(anything('deviceValue')),
    }),
    file: file(['日志文件', 'Log file'], { ...auto, endings: LOG_ENDINGS, mostMb: MAX_LOG_MB }),
    late: flag(['迟到', 'Late'], { ...auto, filter: 'exact' }),
    attempts: structured<readonly Attempt[], { auto: true; rows: true; wire: true }>(['各次下发', 'Attempts'], {
      auto: true,
      rows: true,
      wire: true,
      shape: list(attemptShape),
    }),
    undoneBy: ref('deviceCommand', ['还原指令', 'Undone by'], auto),
  },
  views: {
    open: { label: ['未结束', 'Open'], filter: { execStatus_in: 'pending,queued,sent,delivered,running' } },
    trouble: { label: ['未成功', 'Not successful'], filter: { execStatus_in: 'failed,timeout,expired' }, worry: true },
  },
  columns: [
    'commandTime',
    'title',
    'deviceId',
    'householdId',
    'execStatus',
    'source',
    'taskId',
    'attempt',
    'resultMsg',
    'replyTime',
    'costMs',
  ],
  card: ['title', 'deviceId', 'execStatus', 'commandTime'],
  menu: { group: 'iot-commands', icon: 'scroll-text', path: '/iot/deviceCommand', sort: 30 },
});
