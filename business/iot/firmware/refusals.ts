import type { Label } from '#kernel/language/label.ts';
import { no, refusals } from '#kernel/language/refusal.ts';

/** Refusals about firmware and upgrades, in the words that people read. */
export const refuse = refusals('iot', {
  firmwareFile: no(400, ['请上传固件文件', 'Upload the file of the firmware']),
  firmwareAddress: no(400, [
    '文件地址只能是上传后得到的地址，平台不从别处下载',
    'The link must be the one that the upload returned: nothing is fetched from elsewhere',
  ]),
  firmwareChecksum: no(400, ['文件校验不一致', 'The checksum of the file does not match']),
  firmwareVersion: no(400, [
    '版本以字母或数字开头，只含字母、数字和 . _ + -',
    'A version begins with a letter or digit, and has letters, digits and . _ + - only',
  ]),
  firmwareBase: no(400, ['差分包须填基准版本', 'A delta package needs its base version']),
  verifyElsewhere: no(400, ['验证设备须是这个物模型的设备', 'Devices of the trial must be of this model']),
  modelChanged: no(409, ['物模型的编码已变，请重新验证', 'The code of the model has changed: verify it again']),
  firmwareNotReleased: no(409, ['固件没有发布，不能用于升级', 'The firmware is not released: it cannot be used']),
  firmwareGone: no(409, ['固件文件不在了，请重新上传', 'The file of the firmware is missing: upload it again']),
  firmwareNone: no(404, (about: { module: string }) => [
    `这个型号没有已发布的 ${about.module} 固件`,
    `This model has no released firmware of its module ${about.module}`,
  ]),
  upgradeNoTarget: no(409, ['没有符合条件的设备', 'No device matches']),
  upgradeUnderWay: no(409, ['这台设备正在升级', 'An upgrade of this device is under way']),
  upgradeSame: no(409, (about: { version: string }) => [
    `设备已经是 ${about.version}`,
    `The device has ${about.version} already`,
  ]),
  upgradeUnfit: no(409, (about: { why: Label }) => [
    `设备不符合升级条件：${about.why[0]}`,
    `The device does not qualify: ${about.why[1]}`,
  ]),
  upgradeDowngrade: no(403, [
    '降级须由物联网主管强制执行',
    'Only the IoT lead may force an older version onto devices',
  ]),
  upgradeDynamicTaken: no(409, [
    '这个型号的这个模块已有动态任务在执行',
    'Another dynamic task of this model and module is running',
  ]),
  upgradeBatches: no(400, [
    '批次的比例要递增，在 0 到 100 之间，最后一批是 100%',
    'Shares of batches rise, above 0 and up to 100 %, and the last one is 100 %',
  ]),
  upgradeScopeEmpty: no(400, (about: { field: Label }) => [
    `请填写升级范围（${about.field[0]}）`,
    `Enter the scope of the upgrade (${about.field[1]})`,
  ]),
  upgradeCondition: no(400, (about: { why: Label }) => [`执行条件：${about.why[0]}`, `Condition: ${about.why[1]}`]),
  upgradeExponential: no(400, [
    '指数推送的起始和步长是正整数，倍数大于 1、不超过 10',
    'Exponential rollout has whole numbers above 0, and a factor above 1 and up to 10',
  ]),
  upgradeWindow: no(400, [
    '升级时段须是星期 1–7 和 HH:mm 的起止时间',
    'A window has days 1 to 7, and its begin and end as HH:mm',
  ]),
  gateClosed: no(409, (about: { gates: readonly Label[] }) => [
    `还不能进入下一批：${about.gates.map(([zh]) => zh).join('；')}`,
    `The next batch must wait: ${about.gates.map(([, en]) => en).join('; ')}`,
  ]),
  lastBatch: no(409, ['已经是最后一批', 'This is the last batch']),
  retryNothing: no(409, ['没有可以重试的设备', 'Nothing here can be tried again']),
  wayBackNone: no(409, (about: { versions: readonly string[] }) => [
    `没有可以退回的版本${about.versions.length ? `：${about.versions.join('、')} 没有已发布的固件` : ''}`,
    `There is no version to go back to${about.versions.length ? `: ${about.versions.join(', ')} is not released` : ''}`,
  ]),
  deviceOffline: no(409, ['设备不在线', 'The device is offline']),
});
