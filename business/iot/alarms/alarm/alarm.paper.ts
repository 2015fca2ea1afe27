import { dict } from '#kernel/fields/dict/dict.ts';
import { flag } from '#kernel/fields/flag/flag.ts';
import { integer } from '#kernel/fields/integer/integer.ts';
import { moment } from '#kernel/fields/moment/moment.ts';
import { paperNumber } from '#kernel/fields/paper-number/paper-number.ts';
import { person } from '#kernel/fields/person/person.ts';
import { ref } from '#kernel/fields/ref/ref.ts';
import { structured } from '#kernel/fields/structured/structured.ts';
import { text } from '#kernel/fields/text/text.ts';
import { paper } from '#kernel/language/paper.ts';
import { alarmLevel } from '../../devices/dictionaries.ts';
import { ownedByFamily } from '../../records/owned-period.rules.ts';
import { recordsOfOwnHomes } from '../../records/rights.rules.ts';
import { alarmStatus, alarmType, alarmVerdict, autoRepair, releaseType, suppressType } from '../dictionaries.ts';
import { alarmHands, alarmRights } from '../rights.rules.ts';
import { alarmLifecycle } from './alarm-lifecycle.rules.ts';
import { anything, map } from '#kernel/language/calls/shape.ts';
import { frameShape } from '../raise/frame-shape.rules.ts';
import { storedRuleShape } from '../rules/rule-shapes.rules.ts';

const auto = { auto: true } as const;
const column = { auto: true, list: true } as const;
const sought = { auto: true, list: true, filter: 'exact' } as const;

/**
 * One occurrence of a fault of a device, from start to end. The engine writes it in the transaction of the message that
 * caused it.
 */
export const alarm = paper('alarm', {
  title: ['告警', 'Alarm'],
  table: 'iot_alarm',
  path: 'iot/alarm-service/alarm',
  habit: 'rest',
  says: { status: 'alarmStatus' },
  wireNames: { deviceName: 'deviceId', householdName: 'householdId', fullAddress: 'roomAddressId' },
  rights: alarmRights,
  team: { through: 'deviceId', paper: 'device' },
  department: { through: 'deviceId', paper: 'device' },
  mine: recordsOfOwnHomes,
  ownedPeriod: ownedByFamily('startTime'),
  readOnly: true,
  lifecycle: alarmLifecycle,
  caption: 'alarmNo',
  hint: ['title'],
  search: ['alarmNo', 'title', 'troubleCode'],
  buttons: {
    toRepair: { label: ['转报修', 'Request a repair'], roles: alarmHands },
    remedy: { label: ['远程处理', 'Send the remote remedy'], roles: ['as_cs', 'as_operator'] },
  },
  // Open alarms are a small part of all; the alarm centre (page) lists only them, oldest first.
  partialIndexes: [
    { by: 'startTime', where: { alarmStatus: ['active', 'confirmed', 'recovered', 'suppressed'] } },
    { by: 'verifyUntil', where: { verdict: ['watching', 'fixed', 'noData', 'unfixed'] } },
  ],
  fields: {
    alarmNo: paperNumber(['告警编号', 'Alarm no.'], 'AL'),
    deviceId: ref('device', ['设备', 'Device'], sought),
    modelId: ref('thingModel', ['物模型', 'Thing model'], sought),
    householdId: ref('household', ['家庭', 'Home'], sought),
    roomAddressId: ref('roomAddress', ['地址', 'Address'], sought),
    premisesId: ref('premises', ['楼盘', 'Premises'], { ...auto, filter: 'exact' }),
    gatewayId: ref('device', ['网关', 'Gateway'], { ...auto, filter: 'exact' }),
    ruleId: ref('alarmRule', ['规则', 'Rule'], sought),
    ruleCode: text(['规则编码', 'Rule code'], { ...auto, filter: 'exact', max: 50 }),
    alarmType: dict(alarmType, ['类型', 'Kind'], sought),
    level: dict(alarmLevel, ['级别', 'Level'], sought),
    troubleCode: text(['故障码', 'Trouble code'], { ...sought, max: 32 }),
    troubleCodeId: ref('troubleCode', ['故障码含义', 'Meaning of the code'], { ...auto, filter: 'exact' }),
    title: text(['告警', 'Alarm'], { ...column, max: 200, isProductText: true, filter: 'like' }),
    detail: text(['触发值', 'Values'], { ...column, max: 500, isProductText: true }),
    valuesJson: structured(['触发时的值', 'Values when it was raised'], {
      ...auto,
      wire: true,
      shape: map(anything('deviceValue')),
    }),
    frame: structured(['触发报文', 'The message that raised it'], { ...auto, wire: true, shape: frameShape }),
    startTime: moment(['开始', 'Since'], { ...column, filter: 'range' }),
    lastTime: moment(['最近', 'Last'], { ...column, filter: 'range' }),
    faultTime: moment(['故障最近出现', 'Fault last seen'], auto),
    recoverTime: moment(['恢复', 'Recovered'], { ...column, filter: 'range' }),
    durationSec: integer(['时长', 'Lasted'], { computed: true, list: true, seconds: true }),
    repeatCount: integer(['次数', 'Times'], column),
    alarmStatus: dict(alarmStatus, ['状态', 'State'], { ...sought, required: true }),
    confirmUser: person(['确认人', 'Confirmed by'], { ...auto, filter: 'exact' }),
    confirmTime: moment(['确认时间', 'Confirmed'], { ...column, filter: 'range' }),
    confirmRemark: text(['确认说明', 'Note of who confirmed'], { ...auto, max: 200 }),
    releaseUser: person(['解除人', 'Released by'], auto),
    releaseTime: moment(['解除时间', 'Released'], auto),
    releaseType: dict(releaseType, ['解除类型', 'Why released'], { ...auto, filter: 'exact' }),
    releaseRemark: text(['解除说明', 'Note of who released'], { ...auto, max: 200 }),
    assigneeId: person(['处理人', 'Taken by'], sought),
    autoRepair: dict(autoRepair, ['报修方式', 'Repair request'], auto),
    repairDue: moment(['建单时间', 'Request due'], { ...auto, filter: 'range' }),
    repairFormId: ref('repairForm', ['报修单', 'Repair request'], sought),
    reworkFormId: ref('repairForm', ['返修单', 'Rework'], { ...auto, filter: 'exact' }),
    late: flag(['迟到', 'Late'], { ...auto, list: true, filter: 'exact' }),
    safety: flag(['涉及安全', 'A matter of safety'], auto),
    suppressedBy: dict(suppressType, ['抑制来源', 'Suppressed by'], { ...auto, filter: 'exact' }),
    shelvedUntil: moment(['搁置到', 'Shelved until'], { ...auto, filter: 'range' }),
    stormId: ref('alarm', ['所属风暴', 'Part of the storm'], { ...auto, filter: 'exact' }),
    memberCount: integer(['成员数', 'Members'], auto),
    notifiedTime: moment(['通知时间', 'Notified at'], auto),
    escalatedTime: moment(['升级时间', 'Escalated'], auto),
    verdict: dict(alarmVerdict, ['遥测结论', 'Verdict of telemetry'], sought),
    // The technician of the repair whose success is watched: reports count successful repairs by technician and code.
    repairedBy: ref('technician', ['修理技师', 'Repaired by'], sought),
    verifyFrom: moment(['观察开始', 'Watched since'], auto),
    verifyUntil: moment(['观察到', 'Watched until'], { ...auto, filter: 'range' }),
    verdictTime: moment(['判定时间', 'Judged at'], auto),
    raisedBy: structured(['起报时的规则', 'The rule as it was'], { ...auto, wire: true, shape: storedRuleShape }),
    // Device and rule of an open alarm; unique, so that a second raise updates the same alarm. Empty once the alarm is
    // over.
    openKey: text(['未结标识', 'Key while open'], { ...auto, unique: true, wire: true, max: 80 }),
  },
  groups: [
    {
      label: ['告警', 'Alarm'],
      fields: ['alarmNo', 'level', 'alarmType', 'title', 'detail', 'troubleCode', 'ruleId'],
    },
    {
      label: ['在哪里', 'Where'],
      fields: ['deviceId', 'modelId', 'gatewayId', 'householdId', 'roomAddressId', 'premisesId'],
    },
    {
      label: ['经过', 'What happened'],
      fields: [
        'startTime',
        'late',
        'lastTime',
        'recoverTime',
        'durationSec',
        'repeatCount',
        'suppressedBy',
        'shelvedUntil',
        'stormId',
      ],
    },
    {
      label: ['处理', 'Handling'],
      fields: [
        'confirmUser',
        'confirmTime',
        'confirmRemark',
        'assigneeId',
        'repairFormId',
        'verdict',
        'repairedBy',
        'verifyUntil',
        'verdictTime',
        'reworkFormId',
        'releaseUser',
        'releaseTime',
        'releaseType',
        'releaseRemark',
      ],
    },
  ],
  views: {
    unconfirmed: { label: ['未确认', 'Unconfirmed'], filter: { alarmStatus_in: 'active,recovered' }, worry: true },
    holding: { label: ['已确认仍在', 'Confirmed, still holding'], filter: { alarmStatus: 'confirmed' } },
    suppressed: { label: ['抑制中', 'Suppressed'], filter: { alarmStatus: 'suppressed' } },
    unfixed: { label: ['没修好', 'Not fixed'], filter: { verdict: 'unfixed' } },
  },
  columns: [
    'alarmNo',
    'level',
    'alarmStatus',
    'title',
    'detail',
    'deviceId',
    'householdId',
    'startTime',
    'repeatCount',
    'repairFormId',
    'verdict',
    'recoverTime',
  ],
  card: ['alarmNo', 'alarmStatus', 'level', 'title', 'deviceId', 'householdId', 'startTime'],
  menu: { group: 'iot-alarms', icon: 'list-checks', path: '/iot/alarmRecord', sort: 20 },
  logAs: 'alarm',
});
