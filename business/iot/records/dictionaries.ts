import { dictionary } from '#kernel/language/dictionary.ts';

const sealed = { sealed: true } as const;

export const rejectReason = dictionary(
  'ingest_reject_reason',
  ['拒收原因', 'Reject reason'],
  {
    json: ['不是JSON', 'Not JSON'],
    shape: ['结构不对', 'Wrong shape'],
    topic: ['主题不认识', 'Unknown topic'],
    items: ['一次太多条', 'Too many items'],
    unknown: ['属性未定义', 'Unknown property'],
    type: ['类型不对', 'Wrong type'],
    range: ['超出范围', 'Out of range'],
    old: ['早于保存期', 'Older than is kept'],
    seconds: ['时间戳是秒，应为毫秒', 'Time in seconds, not milliseconds'],
    child: ['子设备不属于它', 'Not its sub-device'],
    stored: ['数据库拒绝', 'Refused by the database'],
    rate: ['超出速率', 'Beyond its rate'],
    large: ['太长', 'Too long'],
    command: ['指令不认识', 'Unknown command'],
  },
  sealed,
);

export const deviceLogType = dictionary(
  'device_log_type',
  ['设备日志类型', 'Kind of log entry'],
  {
    online: ['上线', 'Online'],
    offline: ['离线', 'Offline'],
    power_on: ['上电', 'Powered on'],
    bind: ['绑定', 'Bound'],
    unbind: ['解绑', 'Unbound'],
    command: ['指令', 'Command'],
    command_reply: ['指令回复', 'Reply'],
    event: ['事件', 'Event'],
    alarm: ['告警', 'Alarm'],
    scene: ['场景', 'Scene'],
    upgrade: ['升级', 'Upgrade'],
    config: ['配置', 'Configuration'],
    sync: ['同步', 'Synchronisation'],
    file: ['日志文件', 'Log file'],
    device: ['设备自述', 'By the device'],
    parse_error: ['解析失败', 'Unreadable'],
    auth_fail: ['鉴权失败', 'Login refused'],
  },
  sealed,
);

export const deviceLogLevel = dictionary(
  'device_log_level',
  ['日志级别', 'Log level'],
  {
    debug: ['调试', 'Debug', 'grey'],
    info: ['信息', 'Info', 'blue'],
    warn: ['警告', 'Warning', 'amber'],
    error: ['错误', 'Error', 'red'],
  },
  sealed,
);

export const logDirection = dictionary(
  'device_log_direction',
  ['方向', 'Direction'],
  { up: ['上行', 'Up'], down: ['下行', 'Down'] },
  sealed,
);
