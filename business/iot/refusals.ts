import { no, refusals } from '#kernel/language/refusal.ts';

/** Refusals about thing models and devices, in the words that people read. */
export const refuse = refusals('iot', {
  keyTaken: no(409, (about: { key: string }) => [
    `设备标识 ${about.key} 已被登记`,
    `The device key ${about.key} is registered already`,
  ]),
  certificateTaken: no(409, ['这张证书已登记给另一台设备', 'Another device has this certificate already']),
  certificateMalformed: no(400, [
    '证书指纹是 SHA-256：64 位十六进制，可以带冒号',
    'A fingerprint is a SHA-256 sum: 64 hex digits, with or without colons',
  ]),
  modelNotOpen: no(409, [
    '物模型没有发布，不能登记设备',
    'The thing model is not published: no device can be registered',
  ]),
  keyMissing: no(400, ['请输入设备标识或 MAC', 'Enter the device key or the MAC']),
  keyMalformed: no(400, ['设备标识只含字母、数字和 . _ : -', 'A device key has letters, digits and . _ : - only']),
  secretsOfNothing: no(400, ['请选择设备或导入批次', 'Choose devices or an import']),
  secretTooShort: no(400, (about: { key: string }) => [
    `${about.key} 的密钥太短，至少 16 个字符`,
    `The secret of ${about.key} is too short: at least 16 characters`,
  ]),
  secretTwice: no(400, (about: { key: string }) => [`${about.key} 出现了两次`, `${about.key} is named twice`]),
  keysUnknown: no(400, (about: { keys: readonly string[]; count: number }) => [
    `没有这些设备（共 ${about.count} 个）：${about.keys.join('、')}`,
    `No such devices (${about.count}): ${about.keys.join(', ')}`,
  ]),
  busUnitWrong: no(400, [
    '单元号是 0 到 255，或表号：12 位或 14 位数字',
    'The unit is a number to 255, or the address of a meter: 12 or 14 digits',
  ]),
  busUnitTaken: no(409, (about: { unit: number | string; name: string }) => [
    `这条总线的单元 ${about.unit} 已是设备“${about.name}”`,
    `Unit ${about.unit} of this bus is the device “${about.name}” already`,
  ]),
  parentNoGateway: no(400, ['所属网关必须是网关或直连设备', 'The gateway must be a gateway or a direct device']),
  parentItself: no(400, ['设备不能属于自己', 'A device cannot belong to itself']),
  parentElsewhere: no(409, ['所属网关在另一个家庭', 'The gateway is in another home']),
  deviceRetired: no(409, ['设备已退役', 'The device is retired']),
  deviceInHome: no(409, ['设备还绑定着家庭，先解绑', 'The device is bound to a home: unbind it first']),
  hasInstances: no(409, (about: { count: number }) => [
    `还有 ${about.count} 台设备用这个物模型`,
    `${about.count} devices are of this model`,
  ]),
  breaking: no(409, (about: { names: readonly string[]; devices: number }) => [
    `与已发布的版本不兼容：${about.names.join('、')}；${about.devices} 台设备在用`,
    `Not compatible with the published version: ${about.names.join(', ')}; ${about.devices} devices use it`,
  ]),
  nothingToPublish: no(409, ['与已发布的版本没有差别', 'Nothing differs from the published version']),
  noAttributes: no(409, ['至少要有一项功能才能发布', 'A model needs at least one attribute before it is published']),
  tooManyAttributes: no(400, (about: { most: number }) => [
    `一个物模型最多 ${about.most} 项功能`,
    `A model has at most ${about.most} attributes`,
  ]),
  attributeMalformed: no(400, (about: { zh: string; en: string }) => [about.zh, about.en]),
  momentMalformed: no(400, [
    '时间应为毫秒数，或 yyyy-MM-dd HH:mm:ss',
    'A moment is a number of milliseconds, or yyyy-MM-dd HH:mm:ss',
  ]),
  spanBackwards: no(400, ['开始时间晚于结束时间', 'The span begins after it ends']),
  unknownBucket: no(400, ['粒度只能是 raw、1m、5m、1h、1d', 'A bucket is raw, 1m, 5m, 1h or 1d']),
  unknownAggregation: no(400, [
    '聚合只能是 avg、min、max、last、delta',
    'An aggregation is avg, min, max, last or delta',
  ]),
  tooManySeries: no(400, (about: { most: number }) => [
    `一次最多看 ${about.most} 条曲线`,
    `At most ${about.most} curves at once`,
  ]),
  meterMissing: no(400, ['这台设备没有累计量，不能换表', 'This device has no counter: there is no meter to change']),
  meterUnknown: no(400, (about: { identifier: string }) => [
    `这台设备没有累计项 ${about.identifier}`,
    `This device has no counter ${about.identifier}`,
  ]),
  meterChangeAhead: no(400, ['换表时间不能晚于现在', 'A meter cannot be changed in the future']),
  meterChangeOfOthers: no(400, [
    '换表时间早于这户拥有设备的时间',
    'The change is earlier than this home owns the device',
  ]),
  rawTooLong: no(400, (about: { days: number }) => [
    `逐条数据一次最多看 ${about.days} 天，请选更粗的粒度`,
    `Every message may be asked of ${about.days} days at once: choose a coarser bucket`,
  ]),
  unknownProperty: no(400, (about: { identifier: string }) => [
    `这台设备没有属性 ${about.identifier}`,
    `This device has no property ${about.identifier}`,
  ]),
  tslMalformed: no(400, (about: { zh: string; en: string }) => [`TSL：${about.zh}`, `TSL: ${about.en}`]),
  ruleMalformed: no(400, (about: { zh: string; en: string }) => [about.zh, about.en]),
  rulePropertyUnknown: no(409, (about: { names: readonly string[]; version: number }) => [
    `物模型版本 ${about.version} 没有属性 ${about.names.join('、')}`,
    `Version ${about.version} of the thing model has no property ${about.names.join(', ')}`,
  ]),
  ruleCodeTaken: no(409, (about: { code: string }) => [
    `这个范围里已有规则编码 ${about.code}`,
    `There is a rule ${about.code} in this scope already`,
  ]),
  ruleElsewhere: no(404, ['规则不存在', 'There is no such rule here']),
  suppressionBackwards: no(400, ['结束时间早于开始时间', 'It ends before it begins']),
  releaseUnexplained: no(400, ['告警仍在，解除须写说明', 'The alarm still holds: say why it is released']),
  shelvedInPast: no(400, ['搁置到的时间已过', 'It is shelved until a moment that has passed']),
  tooManyTraces: no(409, (about: { most: number }) => [
    `最多同时追踪 ${about.most} 台设备`,
    `At most ${about.most} devices are traced at once`,
  ]),
  contentMalformed: no(400, (about: { zh: string; en: string }) => [about.zh, about.en]),
  deviceOffline: no(409, ['设备不在线', 'The device is not online']),
  deviceDisabled: no(409, ['设备已禁用', 'The device is disabled']),
  workUnderWay: no(409, ['有技师正在这户作业', 'A technician is working at this home']),
  notAtWork: no(403, ['只有在这户作业时才能下发', 'Only while you work at this home']),
  highRisk: no(403, [
    '高风险指令只能由物联网工程师建任务，另一人复核',
    'An instruction of high risk needs a task by an IoT engineer, and the approval of another person',
  ]),
  shadowChanged: no(409, ['设置已被别人改过，请刷新', 'The settings were changed by somebody else: refresh']),
  settingMalformed: no(400, (about: { zh: string; en: string }) => [about.zh, about.en]),
  instructionDisabled: no(409, ['指令已停用', 'The instruction is disabled']),
  targetsMissing: no(400, ['没有符合条件的设备', 'No device matches']),
  targetMalformed: no(400, (about: { zh: string; en: string }) => [about.zh, about.en]),
  tooManyTargets: no(400, (about: { most: number }) => [
    `一个任务最多 ${about.most} 台设备`,
    `A task has at most ${about.most} devices`,
  ]),
  parameterFixed: no(400, (about: { names: readonly string[] }) => [
    `这些参数不能改：${about.names.join('、')}`,
    `These parameters cannot be changed: ${about.names.join(', ')}`,
  ]),
  taskExpired: no(409, ['任务已过截止时间', 'The task has expired']),
  nothingFailed: no(409, ['没有失败的设备', 'No device has failed']),
  commandEnded: no(409, ['指令已下发或已结束', 'The command is sent or has ended']),
  undoNothing: no(409, ['没有可以还原的值', 'There is no value to restore']),
  undoTooLate: no(409, (about: { hours: number }) => [
    `只能在 ${about.hours} 小时内还原`,
    `It can be undone within ${about.hours} hours only`,
  ]),
  undoChanged: no(409, ['设备的值后来又变了', 'The values of the device have changed since']),
  remedyMissing: no(409, ['这个告警没有可远程处理的指令', 'There is no remote remedy for this alarm']),
  alarmOver: no(409, ['告警已结束', 'The alarm is over']),
});
