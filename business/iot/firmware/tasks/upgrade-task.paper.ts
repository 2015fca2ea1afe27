import { dict } from '#kernel/fields/dict/dict.ts';
import { flag } from '#kernel/fields/flag/flag.ts';
import { integer } from '#kernel/fields/integer/integer.ts';
import { moment } from '#kernel/fields/moment/moment.ts';
import { paperNumber } from '#kernel/fields/paper-number/paper-number.ts';
import { ref } from '#kernel/fields/ref/ref.ts';
import { refs } from '#kernel/fields/refs/refs.ts';
import { type StructuredPart, structured } from '#kernel/fields/structured/structured.ts';
import { text } from '#kernel/fields/text/text.ts';
import { paper } from '#kernel/language/paper.ts';
import { moduleCode, pushMode, upgradeMode, upgradeScope } from '../dictionaries.ts';
import { iotTaskStatus } from '../../commands/dictionaries.ts';
import type { AbortRule } from '../engine/gates.rules.ts';
import type { Exponential } from '../engine/rollout.rules.ts';
import { OPERATORS, type SafeCondition } from '../engine/safe-when.rules.ts';
import type { UpgradeWindow } from '../engine/window.rules.ts';
import { firmwareRights } from '../rights.rules.ts';
import type { Batch } from './membership.rules.ts';
import { upgradeTaskLifecycle } from './upgrade-task-lifecycle.rules.ts';
import { anyNumber, map } from '#kernel/language/calls/shape.ts';

type Parts = { rows: true; parts: readonly StructuredPart[]; example?: string };
const auto = { auto: true } as const;
const column = { auto: true, list: true } as const;
const sought = { auto: true, list: true, filter: 'exact' } as const;

/** The most devices that a task may name one by one. */
export const MAX_NAMED = 20_000;

/** The upgrade of many devices to one firmware, in batches with gates between them. */
export const upgradeTask = paper('upgradeTask', {
  title: ['升级任务', 'Upgrade task'],
  table: 'iot_upgrade_task',
  path: 'iot/firmware-upgrade-task',
  habit: 'rest',
  says: { status: 'taskStatus', window: 'windows' },
  wireNames: { firmwareName: 'firmwareId', modelName: 'modelId' },
  rights: firmwareRights,
  sight: 'shared',
  lifecycle: upgradeTaskLifecycle,
  caption: 'taskNo',
  hint: ['taskName'],
  search: ['taskNo', 'taskName'],
  buttons: {
    passGate: { label: ['放行门槛', 'Pass closed gates'], roles: ['as_iot_lead'] },
    downgrade: { label: ['强制降级', 'Force an older version'], roles: ['as_iot_lead'] },
    wayBack: { label: ['退回原版本', 'Back to the version before'], roles: ['as_iot_lead'] },
  },
  bodyBytes: 2_000_000,
  fields: {
    taskNo: paperNumber(['任务编号', 'Task no.'], 'SJ'),
    taskName: text(['任务名称', 'Name'], { required: true, list: true, filter: 'like', max: 60 }),
    firmwareId: ref('firmware', ['固件', 'Firmware'], { required: true, list: true, filter: 'exact' }),
    modelId: ref('thingModel', ['物模型', 'Thing model'], {
      ...sought,
      copied: { from: 'firmwareId', field: 'modelId' },
    }),
    moduleCode: dict(moduleCode, ['模块', 'Module'], {
      ...sought,
      copied: { from: 'firmwareId', field: 'moduleCode' },
    }),
    taskStatus: dict(iotTaskStatus, ['状态', 'State'], sought),
    upgradeMode: dict(upgradeMode, ['升级方式', 'Mode'], {
      required: true,
      list: true,
      filter: 'exact',
      initial: 'static',
    }),
    scopeType: dict(upgradeScope, ['升级范围', 'Scope'], {
      required: true,
      list: true,
      initial: 'all',
    }),
    percent: integer(['灰度比例（%）', 'Share (%)'], { min: '1', max: 100 }),
    deviceIds: refs('device', ['指定设备', 'Named devices'], { max: MAX_NAMED }),
    tag: text(['标签', 'Tag'], { max: 60 }),
    areaCode: text(['区域编码', 'Region code'], { max: 12 }),
    householdIds: refs('household', ['家庭', 'Homes'], { max: 5000 }),
    sourceVersions: text(['待升级版本', 'Versions to upgrade'], {
      max: 500,
    }),
    batches: structured<readonly Batch[], Parts>(['批次', 'Batches'], {
      rows: true,
      example: '[{"percent":5,"soakMin":60},{"percent":100}]',
      parts: [
        { name: 'percent', label: ['累计比例（%）', 'Share so far (%)'], type: 'number', required: true },
        { name: 'soakMin', label: ['观察（分钟）', 'Observed (min)'], type: 'number' },
      ],
    }),
    rolloutPerMin: integer(['每分钟推送数', 'Devices a minute'], { initial: 60, min: '1', max: 6000 }),
    exponential: structured<Exponential, { parts: readonly StructuredPart[]; example: string }>(
      ['指数推送', 'Exponential rollout'],
      {
        example: '{"base":5,"factor":2,"everySuccess":10}',
        parts: [
          { name: 'base', label: ['起始每分钟', 'A minute at first'], type: 'number', required: true },
          { name: 'factor', label: ['倍数', 'Factor'], type: 'number', required: true },
          { name: 'everySuccess', label: ['每成功台数', 'After so many successes'], type: 'number', required: true },
        ],
      },
    ),
    abort: structured<AbortRule, { parts: readonly StructuredPart[]; example: string }>(['熔断条件', 'Abort when'], {
      example: '{"failPercent":5,"minFinished":50}',
      parts: [
        { name: 'failPercent', label: ['失败比例（%）', 'Share of failures (%)'], type: 'number', required: true },
        { name: 'minFinished', label: ['至少结束台数', 'Ended devices at least'], type: 'number', required: true },
      ],
    }),
    pushMode: dict(pushMode, ['推送方式', 'Push mode'], { list: true, initial: 'push' }),
    windows: structured<readonly UpgradeWindow[], Parts>(['升级时段', 'Windows'], {
      rows: true,
      example: '[{"days":"1,2,3","from":"02:00","to":"05:00"}]',
      parts: [
        { name: 'days', label: ['星期', 'Days'], type: 'text' },
        { name: 'from', label: ['从', 'From'], type: 'text', required: true },
        { name: 'to', label: ['到', 'To'], type: 'text', required: true },
      ],
    }),
    safeWhen: structured<readonly SafeCondition[], Parts>(['执行条件', 'Only while'], {
      rows: true,
      example: '[{"property":"power","op":"lt","value":10}]',
      parts: [
        { name: 'property', label: ['属性', 'Property'], type: 'text', required: true },
        { name: 'op', label: ['比较', 'Comparison'], type: 'choice', choices: OPERATORS, required: true },
        { name: 'value', label: ['值', 'Value'], type: 'text', required: true },
      ],
    }),
    noOpenAlarm: flag(['有告警时不升级', 'Not with an open alarm'], { initial: true }),
    retry: integer(['重试次数', 'Retries'], { initial: 2, max: 5 }),
    timeoutMin: integer(['超时（分钟）', 'Timeout (min)'], { initial: 60, min: '1', max: 10_080 }),
    waitOnline: flag(['离线等待', 'Wait for offline devices'], { initial: true }),
    force: flag(['强制', 'Force'], { initial: false }),
    scheduleTime: moment(['计划时间', 'Planned for']),
    expireTime: moment(['过期时间', 'Expires at']),
    isTrial: flag(['固件验证', 'Trial of firmware'], auto),
    backOfId: ref('upgradeTask', ['退回的任务', 'Takes back'], auto),
    wave: integer(['当前批次', 'Batch'], column),
    waveSince: moment(['批次开始', 'Batch since'], auto),
    passedWave: integer(['已放行批次', 'Batch whose gates are passed'], { ...auto, wire: true }),
    pauseReason: text(['暂停原因', 'Why it paused'], { ...auto, max: 300, isProductText: true }),
    targetCount: integer(['设备数', 'Devices'], column),
    successCount: integer(['成功', 'Succeeded'], column),
    failedCount: integer(['失败', 'Failed'], column),
    progress: integer(['进度（%）', 'Progress (%)'], column),
    counts: structured<Readonly<Record<string, number>>>(['各状态台数', 'Devices by state'], {
      ...auto,
      wire: true,
      shape: map(anyNumber),
    }),
    startTime: moment(['开始', 'Began'], column),
    endTime: moment(['结束', 'Ended'], auto),
  },
  shownWhen: {
    percent: { field: 'scopeType', is: ['percent'] },
    deviceIds: { field: 'scopeType', is: ['device'] },
    tag: { field: 'scopeType', is: ['tag'] },
    areaCode: { field: 'scopeType', is: ['area'] },
    householdIds: { field: 'scopeType', is: ['household'] },
  },
  groups: [
    {
      label: ['任务', 'Task'],
      fields: [
        'taskName',
        'firmwareId',
        'upgradeMode',
        'scopeType',
        'percent',
        'deviceIds',
        'tag',
        'areaCode',
        'householdIds',
        'sourceVersions',
      ],
    },
    {
      label: ['节奏', 'Pace'],
      fields: ['batches', 'rolloutPerMin', 'exponential', 'abort', 'windows', 'scheduleTime', 'expireTime'],
    },
    {
      label: ['推送', 'Push'],
      fields: ['pushMode', 'safeWhen', 'noOpenAlarm', 'waitOnline', 'retry', 'timeoutMin', 'force'],
    },
  ],
  columns: [
    'taskNo',
    'taskName',
    'firmwareId',
    'taskStatus',
    'upgradeMode',
    'wave',
    'targetCount',
    'successCount',
    'failedCount',
    'progress',
    'startTime',
  ],
  card: ['taskNo', 'taskName', 'taskStatus', 'firmwareId', 'progress', 'failedCount'],
  menu: { group: 'iot-firmware', icon: 'send', path: '/matter/upgradeTask', sort: 20 },
});
