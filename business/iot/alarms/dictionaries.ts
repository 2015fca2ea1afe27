import { dictionary } from '#kernel/language/dictionary.ts';

const sealed = { sealed: true } as const;

export const alarmStatus = dictionary(
  'alarm_status',
  ['告警状态', 'Alarm state'],
  {
    active: ['未确认', 'Unconfirmed', 'red'],
    confirmed: ['已确认', 'Confirmed', 'blue'],
    recovered: ['已恢复未确认', 'Recovered, unconfirmed', 'amber'],
    suppressed: ['已抑制', 'Suppressed', 'violet'],
    closed: ['已关闭', 'Closed', 'grey'],
    released: ['已解除', 'Released', 'grey'],
  },
  sealed,
);

export const alarmType = dictionary(
  'alarm_type',
  ['告警类型', 'Kind of alarm'],
  {
    threshold: ['阈值', 'Threshold'],
    state: ['状态', 'State'],
    rate: ['变化率', 'Rate of change'],
    anomaly: ['异常', 'Anomaly'],
    event: ['事件', 'Event'],
    trouble_code: ['故障码', 'Trouble code'],
    offline: ['离线', 'Offline'],
    flapping: ['频繁掉线', 'Flapping'],
    no_data: ['无数据', 'No data'],
    storm: ['风暴', 'Storm'],
  },
  sealed,
);

export const ruleScope = dictionary(
  'rule_scope',
  ['规则范围', 'Scope of a rule'],
  { tenant: ['通用', 'Every device'], model: ['物模型', 'One model'], thing: ['设备', 'One device'] },
  sealed,
);

export const autoRepair = dictionary(
  'alarm_auto_repair',
  ['报修方式', 'Repair request'],
  { auto: ['自动', 'Automatic'], ask: ['询问', 'Ask first'], no: ['不建', 'None'] },
  sealed,
);

export const suppressType = dictionary(
  'suppress_type',
  ['抑制类型', 'Kind of suppression'],
  {
    maintenance: ['维保窗口', 'Maintenance'],
    parent: ['父设备离线', 'Gateway offline'],
    dependency: ['主次告警', 'Lesser alarm'],
    storm: ['风暴', 'Storm'],
    shelve: ['搁置', 'Shelved'],
  },
  sealed,
);

export const releaseType = dictionary(
  'release_type',
  ['解除类型', 'Why released'],
  {
    fixed: ['已修复', 'Fixed'],
    false_alarm: ['误报', 'False alarm'],
    ignore: ['忽略', 'Ignored'],
    test: ['测试', 'Test'],
    left: ['设备离开', 'Device left'],
  },
  sealed,
);

export const alarmVerdict = dictionary(
  'alarm_verdict',
  ['遥测结论', 'Verdict of telemetry'],
  {
    none: ['无', 'None', 'grey'],
    watching: ['观察中', 'Watching', 'blue'],
    fixed: ['已修好', 'Fixed', 'green'],
    unfixed: ['没修好', 'Not fixed', 'red'],
    noData: ['没有数据', 'No data', 'grey'],
  },
  sealed,
);
