import type { Label } from '#kernel/language/label.ts';
import { no, refusals } from '#kernel/language/refusal.ts';

export const refuse = refusals('platform', {
  whichNotices: no(400, ['请选择通知', 'Choose notices']),
  relationWithoutModel: no(400, ['请选择物模型', 'Choose a thing model']),
  idMissing: no(400, (about: { name: string }): Label => [
    `缺少参数 ${about.name}`,
    `Parameter ${about.name} is missing`,
  ]),
  onlyPostgres: no(400, [
    '只支持 PostgreSQL，地址形如 jdbc:postgresql://主机:端口/库名',
    'Only PostgreSQL is supported, at an address like jdbc:postgresql://host:port/database',
  ]),
  hostNotAllowed: no(403, (about: { host: string }): Label => [
    `不允许连接 ${about.host}。请由服务器管理员在 OUTBOUND_HOSTS 中放行`,
    `Connecting to ${about.host} is not allowed; whoever runs the server may allow it in OUTBOUND_HOSTS`,
  ]),
  wrongLogin: no(400, ['用户名或密码不正确', 'User or password is wrong']),
  noDatabase: no(400, ['数据库不存在', 'There is no such database']),
  notYourTable: no(400, ['该用户没有读取权限', 'This user may not read there']),
  noConnection: no(400, [
    '连接失败，请检查地址、网络与权限',
    'The connection failed; check address, network and rights',
  ]),
  noTable: no(404, (about: { name: string }): Label => [`表 ${about.name} 不存在`, `There is no table ${about.name}`]),
  noColumns: no(400, (about: { name: string }): Label => [
    `“${about.name}”没有可生成的字段`,
    `“${about.name}” has no columns to generate from`,
  ]),
  noSuchColumn: no(400, (about: { name: string; table: string }): Label => [
    `表 ${about.table} 中没有可用的字段 ${about.name}`,
    `The table ${about.table} has no usable column ${about.name}`,
  ]),
  templateUnfinished: no(400, ['模版所需的字段没有选好', 'The columns that the template needs are not chosen']),
  unknownSystem: no(400, ['前端系统只支持 saber、saber3', 'The system is saber or saber3']),
  storageUnfinished: no(400, [
    '请先填写资源地址、空间名、访问密钥和安全密钥',
    'Fill in endpoint, bucket, access key and secret key first',
  ]),
  storageInUse: no(409, ['正在使用的存储不能删除', 'The storage in use cannot be removed']),
  storageRefused: no(400, ['存储拒绝了访问密钥', 'The storage refuses these keys']),
  noBucket: no(400, ['存储空间不存在', 'There is no such bucket']),
  noStorage: no(400, ['无法连接存储，请检查地址与网络', 'The storage cannot be reached; check address and network']),
  paramsWrong: no(400, ['params 应为 JSON 对象', 'params must be a JSON object']),
  variablesMissing: no(400, (about: { names: string }): Label => [
    `缺少变量 ${about.names}`,
    `Variables are missing: ${about.names}`,
  ]),
  phonesWrong: no(400, ['请输入1至50个有效手机号', 'Enter 1 to 50 valid mobile numbers']),
  tooManySms: no(429, (about: { most: number }): Label => [
    `该号码发送过于频繁（每分钟1条、每天${about.most}条）`,
    `Too many messages to this number (at most one per minute and ${about.most} per day)`,
  ]),
  smsTextMissing: no(400, (about: { code: string }): Label => [
    `短信配置 ${about.code} 没有填写模板内容，不能发送`,
    `The channel ${about.code} has no text, so that nothing can be sent`,
  ]),
  noSmsChannel: no(400, ['没有启用的短信配置', 'No SMS channel is in use']),
  noSuchRows: no(400, ['数据来源不存在或您无权查看', 'There are no such rows, or you may not read them']),
  cannotGroup: no(400, ['不能按该字段分组', 'Rows cannot be grouped by this field']),
  cannotSum: no(400, ['该字段不能合计', 'This field cannot be added up']),
  noColumnsChosen: no(400, ['请选择报表的列', 'Choose the columns of the report']),
  cannotShow: no(400, ['该字段不能作为列', 'This field cannot be a column']),
  cannotOrder: no(400, ['不能按该字段排序', 'The report cannot be ordered by this']),
  cannotFilter: no(400, ['筛选条件不正确', 'A condition is wrong']),
  notForYourEyes: no(403, ['该报表使用了您无权查看的字段', 'This report uses a field that you may not read']),
});
