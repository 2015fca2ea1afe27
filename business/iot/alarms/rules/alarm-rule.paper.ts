import { dict } from '#kernel/fields/dict/dict.ts';
import { flag } from '#kernel/fields/flag/flag.ts';
import { integer } from '#kernel/fields/integer/integer.ts';
import { ref } from '#kernel/fields/ref/ref.ts';
import { structured } from '#kernel/fields/structured/structured.ts';
import { text } from '#kernel/fields/text/text.ts';
import { paper } from '#kernel/language/paper.ts';
import { alarmType, autoRepair, ruleScope } from '../dictionaries.ts';
import { alarmRuleRights } from '../rights.rules.ts';
import type { ClearRule, CreateRule, RuleNotify, RuleSchedule, RuleSuppression } from './rule-shape.rules.ts';
import { clearRuleShape, createRuleShape, notifyShape, scheduleShape, suppressionShape } from './rule-shapes.rules.ts';
import { list } from '#kernel/language/calls/shape.ts';

/**
 * A rule that raises alarms for devices: its conditions, levels and consequences. Three API paths serve its rows: rules
 * of a model, of one device, and of all devices.
 */
export const alarmRule = paper('alarmRule', {
  title: ['告警配置', 'Alarm rule'],
  table: 'iot_alarm_rule',
  path: 'iot/device-alarm-config',
  habit: 'rest',
  rights: alarmRuleRights,
  sight: 'shared',
  caption: 'ruleName',
  englishCaption: 'ruleNameEn',
  hint: ['ruleCode'],
  search: ['ruleName', 'ruleNameEn', 'ruleCode'],
  // A rule code is unique within its scope, model and device.
  once: [
    {
      by: ['ruleCode', 'scope', 'modelId', 'deviceId'],
      words: ['规则编码已被使用', 'This rule code is used already'],
    },
  ],
  fields: {
    ruleName: text(['规则名称', 'Name'], { required: true, list: true, filter: 'like', max: 60 }),
    ruleNameEn: text(['英文名称', 'English name'], { max: 60 }),
    ruleCode: text(['规则编码', 'Code'], {
      required: true,
      list: true,
      filter: 'exact',
      max: 50,
      example: 'rule_#',
    }),
    scope: dict(ruleScope, ['范围', 'Scope'], { required: true, list: true, filter: 'exact', initial: 'tenant' }),
    modelId: ref('thingModel', ['物模型', 'Thing model'], { list: true, filter: 'exact' }),
    deviceId: ref('device', ['设备', 'Device'], { list: true, filter: 'exact' }),
    alarmType: dict(alarmType, ['告警类型', 'Kind'], {
      required: true,
      list: true,
      filter: 'exact',
      initial: 'threshold',
    }),
    createRules: structured<readonly CreateRule[], { rows: true; required: true; example: string }>(
      ['触发', 'Raised when'],
      {
        rows: true,
        shape: list(createRuleShape),
        required: true,
        example:
          '[{"level":"major","mode":"duration","holdSec":600,"condition":{"all":[{"prop":"temp","op":"gt","value":50}]}}]',
      },
    ),
    clearRule: structured<ClearRule>(['恢复', 'Clears when'], { shape: clearRuleShape }),
    troubleCodeId: ref('troubleCode', ['故障码', 'Trouble code'], { list: true, filter: 'exact' }),
    schedule: structured<RuleSchedule>(['生效时段', 'Works at'], { shape: scheduleShape }),
    suppression: structured<RuleSuppression>(['不报', 'Silent while'], { shape: suppressionShape }),
    notify: structured<RuleNotify>(['通知', 'Who is notified'], { shape: notifyShape }),
    autoRepair: dict(autoRepair, ['报修', 'Repair request'], { list: true, filter: 'exact' }),
    priority: integer(['优先级', 'Priority'], { list: true, initial: 1, max: 1000 }),
    enabled: flag(['启用', 'Enabled'], { list: true, filter: 'exact', initial: true }),
    inheritRuleId: ref('alarmRule', ['覆盖的规则', 'In place of'], { filter: 'exact' }),
    disabled: flag(['在这台设备上不用', 'Off for this device'], { initial: false }),
    remark: text(['备注', 'Remark'], { max: 255, wide: true }),
  },
  shownWhen: {
    modelId: { field: 'scope', is: ['model'] },
    deviceId: { field: 'scope', is: ['thing'] },
    inheritRuleId: { field: 'scope', is: ['thing'] },
    disabled: { field: 'scope', is: ['thing'] },
  },
  groups: [
    {
      label: ['规则', 'Rule'],
      fields: [
        'ruleName',
        'ruleNameEn',
        'ruleCode',
        'alarmType',
        'scope',
        'modelId',
        'deviceId',
        'inheritRuleId',
        'disabled',
      ],
    },
    { label: ['条件', 'Conditions'], fields: ['createRules', 'clearRule', 'schedule', 'suppression'] },
    {
      label: ['报了做什么', 'What follows'],
      fields: ['troubleCodeId', 'autoRepair', 'notify', 'priority', 'enabled', 'remark'],
    },
  ],
  columns: [
    'ruleName',
    'ruleCode',
    'scope',
    'modelId',
    'alarmType',
    'troubleCodeId',
    'autoRepair',
    'enabled',
    'deviceId',
  ],
  card: ['ruleName', 'ruleCode', 'scope', 'alarmType', 'enabled'],
  menu: { group: 'iot-alarms', icon: 'sliders-horizontal', path: '/iot/alarmRule', sort: 30 },
});
