import { no, refusals } from '#kernel/language/refusal.ts';

/** Refusals about connections. They reveal nothing about the connections of other companies. */
export const refuse = refusals('connection', {
  portTaken: no(409, (about: { port: number }) => [
    `端口 ${about.port} 已被占用，请换一个`,
    `Port ${about.port} is taken: choose another one`,
  ]),
  accountTaken: no(409, (about: { account: string }) => [
    `账号“${about.account}”已被占用，请换一个`,
    `The account “${about.account}” is taken: choose another one`,
  ]),
  accountMalformed: no(400, [
    '账号为 3 到 64 位字母、数字、点、横线或下划线',
    'An account has 3 to 64 letters, digits, dots, dashes or underscores',
  ]),
  accessSecretShort: no(400, ['访问密钥至少 16 位', 'An access secret has at least 16 characters']),
  topicFilterWrong: no(400, [
    '主题过滤的第一级须写明，不能是通配符、anju 或 $ 开头；# 只能在最后',
    'A topic filter begins with a name other than anju, without $ or wildcards; # only ends it',
  ]),
  ofConfig: no(409, [
    '这条连接属于接入配置，停用或删除配置即可',
    'The connection belongs to its configuration: disable or remove that one',
  ]),
  networkWrong: no(400, (about: { network: string }) => [
    `“${about.network}”不是地址或网段，如 10.0.0.0/8`,
    `“${about.network}” is no address or network, such as 10.0.0.0/8`,
  ]),
  notScannable: no(409, ['只有正在运行的总线可以扫描', 'Only a bus that is running can be scanned']),
  metersUnscannable: no(409, ['电表和水表没有单元号，不能扫描', 'Meters have no unit numbers: they cannot be scanned']),
  scanUnanswered: no(409, ['扫描没有完成，请再试', 'The scan did not end: try again']),
  noConfig: no(409, ['没有接入配置，不能启动', 'The connection has no configuration: it cannot start']),
});
