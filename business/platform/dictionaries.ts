import { dictionary } from '#kernel/language/dictionary.ts';

const system = { system: true } as const;

export const agreementType = dictionary('agreement_type', ['协议类型', 'Kind of agreement'], {
  user: ['用户协议', 'Terms of use'],
  service: ['服务协议', 'Terms of service'],
  privacy: ['隐私政策', 'Privacy policy'],
  warranty: ['保修条款', 'Warranty terms'],
  other: ['其他', 'Other'],
});

export const startupPlace = dictionary('startup_place', ['展示位置', 'Shown in'], {
  app: ['客户端', 'Customer app'],
  technician: ['技师端', 'Technician app'],
  all: ['全部', 'All'],
});

export const jumpType = dictionary('jump_type', ['跳转类型', 'Link type'], {
  none: ['不跳转', 'None'],
  h5: ['网页', 'Web page'],
  scene: ['场景', 'Scene'],
  page: ['页面', 'Page of the app'],
});

/** Kind of water whose amount a machine counts. */
export const analysisKind = dictionary('analysis_kind', ['分析类型', 'Kind of analysis'], {
  ge_clean: ['GE 净水', 'GE clean water'],
  pure: ['纯水', 'Pure water'],
  clean: ['净水', 'Clean water'],
  soft: ['软水', 'Soft water'],
});

export const matchType = dictionary('match_type', ['匹配方式', 'How it matches'], {
  exact: ['完全相同', 'Is exactly'],
  contains: ['包含', 'Contains'],
  prefix: ['开头是', 'Begins with'],
  regex: ['正则', 'Fits a pattern'],
});

export const energyKind = dictionary('energy_kind', ['能源类别', 'Kind of energy'], {
  none: ['无', 'None'],
  heat: ['供暖', 'Heating'],
  air: ['空调', 'Air'],
  fresh: ['新风', 'Fresh air'],
  water: ['水', 'Water'],
  ammeter: ['电', 'Electricity'],
});

export const logLevel = dictionary(
  'log_level',
  ['日志级别', 'Level'],
  { info: ['信息', 'Info'], warn: ['警告', 'Warning', 'amber'], error: ['错误', 'Error', 'red'] },
  { sealed: true },
);

export const logSource = dictionary(
  'log_source',
  ['来源', 'Source'],
  { server: ['服务端', 'Server'], client: ['浏览器', 'Browser'] },
  { sealed: true },
);

export const faultState = dictionary(
  'fault_state',
  ['处理状态', 'State'],
  { open: ['未处理', 'Open', 'red'], known: ['已知', 'Known', 'amber'], mended: ['已修复', 'Fixed', 'green'] },
  { sealed: true },
);

export const ossKind = dictionary(
  'oss',
  ['对象存储类型', 'File storage'],
  {
    1: ['S3 兼容（MinIO等）', 'S3-compatible (MinIO …)'],
    2: ['亚马逊 S3', 'Amazon S3'],
    3: ['阿里云 OSS（S3接口）', 'Alibaba OSS (S3 interface)'],
    4: ['腾讯云 COS（S3接口）', 'Tencent COS (S3 interface)'],
    9: ['本机磁盘', 'Disk of this machine'],
  },
  system,
);

export const smsKind = dictionary(
  'sms',
  ['短信通道', 'SMS provider'],
  {
    1: ['云片', 'Yunpian'],
    2: ['七牛', 'Qiniu'],
    3: ['阿里云', 'Alibaba'],
    4: ['腾讯云', 'Tencent'],
    9: ['统一网关', 'Own gateway'],
  },
  system,
);

export const sentState = dictionary(
  'sms_sent_state',
  ['发送状态', 'State'],
  { waiting: ['待发', 'Waiting', 'amber'], sent: ['已发', 'Sent', 'blue'], failed: ['失败', 'Failed', 'red'] },
  { sealed: true },
);

export const driverClass = dictionary(
  'driver_class',
  ['驱动类', 'Driver'],
  {
    'org.postgresql.Driver': ['PostgreSQL', 'PostgreSQL'],
    'com.mysql.cj.jdbc.Driver': ['MySQL（仅保存，不能连接）', 'MySQL (kept, not connected)', 'grey'],
    'oracle.jdbc.OracleDriver': ['Oracle（仅保存，不能连接）', 'Oracle (kept, not connected)', 'grey'],
  },
  system,
);

export const templateType = dictionary(
  'template_type',
  ['模板类型', 'Template'],
  { crud: ['单表', 'Single table'], tree: ['树表', 'Tree'], sub: ['主子表', 'Header and lines'] },
  { sealed: true },
);

export const reportChart = dictionary(
  'report_chart',
  ['图形', 'Chart'],
  { none: ['不画图', 'None'], bar: ['柱形', 'Bars'], line: ['折线', 'Line'] },
  { sealed: true },
);

export const reportShape = dictionary(
  'report_shape',
  ['报表形式', 'Form of a report'],
  { list: ['明细', 'List'], groups: ['汇总', 'Groups'] },
  { sealed: true },
);

export const reportPeriod = dictionary(
  'report_period',
  ['定时', 'Schedule'],
  {
    none: ['不定时', 'Never'],
    daily: ['每天', 'Daily'],
    weekly: ['每周一', 'Mondays'],
    monthly: ['每月1日', 'On the 1st'],
  },
  { sealed: true },
);

export const reportSpan = dictionary(
  'report_span',
  ['报表时间范围', 'Span of a report'],
  {
    all: ['不限', 'Any time'],
    last7: ['近7天', 'Last 7 days'],
    last30: ['近30天', 'Last 30 days'],
    thisMonth: ['本月', 'This month'],
    lastMonth: ['上月', 'Last month'],
    thisYear: ['今年', 'This year'],
  },
  { sealed: true },
);

export const reportUnit = dictionary(
  'report_unit',
  ['日期单位', 'Unit of dates'],
  { day: ['日', 'Day'], month: ['月', 'Month'], year: ['年', 'Year'] },
  { sealed: true },
);
