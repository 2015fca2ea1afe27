import { type Label, lowered } from '#kernel/language/label.ts';
import { counted, pluralOf } from '#kernel/language/plural.ts';
import { no, refusals } from '#kernel/language/refusal.ts';

/** Refusals of HTTP calls. */
export const http = refusals('http', {
  noSuchPath: no(404, ['没有这个接口', 'There is no such path']),
  wrongMethod: no(405, (about: { methods: string }) => [
    `这个接口要用 ${about.methods} 调用`,
    `This path is called by ${about.methods}`,
  ]),
  notLoggedIn: no(401, ['请求未授权，请先登录', 'Please log in']),
  sessionEnded: no(401, ['登录已失效，请重新登录', 'Your session has ended, please log in again']),
  wrongClient: no(401, ['客户端认证失败', 'The client could not be identified']),
  forbidden: no(403, ['没有权限进行此操作', 'You may not do this']),
  tooMany: no(429, ['请求过于频繁，请稍后再试', 'Too many requests, please wait a moment']),
  tooManyStreams: no(429, (about: { most: number }): Label => [
    `同一会话最多打开${about.most}个通知流，请关闭多余的页面`,
    `A session may keep at most ${about.most} streams open: close pages you do not need`,
  ]),
  tooLarge: no(413, ['请求内容过大', 'The request is too large']),
  unreadable: no(400, ['请求格式不正确', 'The request cannot be read']),
  unseen: no(400, [
    '内容里有看不见的控制字符（U+001F），请去掉后再试',
    'There is an invisible control character (U+001F) in it: take it out and try again',
  ]),
  missing: no(400, (about: { what: string }): Label => [
    `缺少参数 ${about.what}`,
    `Parameter ${about.what} is missing`,
  ]),
  keyReused: no(409, [
    '同一个 Idempotency-Key 不能用于不同的请求',
    'This Idempotency-Key was used for another request',
  ]),
  keyBusy: no(409, ['同一请求正在处理中', 'The same request is being handled']),
  databaseAway: no(500, [
    '数据库暂时连不上，正在重试；已保存的内容不会丢失，请稍后再操作',
    'The database cannot be reached at the moment and is tried again; nothing saved is lost, please come back shortly',
  ]),
  fault: no(500, (about: { id: string }): Label => [
    `系统繁忙，请稍后再试（编号 ${about.id}）`,
    `Something went wrong, please try again (no. ${about.id})`,
  ]),
  timedOut: no(400, ['查询耗时过长，请缩小范围', 'The query takes too long, please narrow it']),
  onlyLooking: no(403, [
    '正在以他人身份查看，只能看不能改',
    'You are viewing as somebody else: nothing can be changed',
  ]),
  expired: no(403, [
    '租户已到期，目前只读，请联系平台续期',
    'This company has expired: it can be read, not changed, until it is renewed',
  ]),
  passwordFirst: no(403, [
    '请先修改密码（右上角头像 › 个人信息）',
    'Choose a password of your own first (top right, personal information)',
  ]),
  enrollFirst: no(403, [
    '公司要求二次验证，请先在安居网页登录并设置',
    'Your company asks for a second factor: log in to the web client of Anju and set one up first',
  ]),
  notRegistered: no(401, [
    '请先完成账号注册并等待管理员通过',
    'Register first and wait until an administrator lets you in',
  ]),
  badTicket: no(401, ['下载链接已失效', 'This download link has ended']),
});

/** Refusals about rows. */
export const row = refusals('row', {
  missing: no(404, (about: { title: Label }): Label => [
    `${about.title[0]}不存在`,
    `This ${lowered(about.title[1])} does not exist`,
  ]),
  movedInto: no(404, (about: { title: Label; caption: string }): Label => [
    `该${about.title[0]}已并入“${about.caption}”`,
    `This ${lowered(about.title[1])} was merged into “${about.caption}”`,
  ]),
  invalid: no(400, (about: { first: Label }): Label => about.first),
  notForOthers: no(403, (about: { title: Label }): Label => [
    `${about.title[0]}只能为本人办理`,
    `A ${lowered(about.title[1])} can only be written for oneself`,
  ]),
  changed: no(409, ['数据已被他人修改，请刷新后重试', 'Somebody else changed this meanwhile']),
  duplicate: no(409, (about: { said: Label }): Label => about.said),
  once: no(409, (about: { words: Label }): Label => about.words),
  taken: no(409, (about: { label: Label; value: string }): Label => [
    `${about.label[0]}“${about.value}”已存在`,
    `${about.label[1]} “${about.value}” exists already`,
  ]),
  overlaps: no(409, (about: { title: Label }): Label => [
    `${about.title[0]}时间重叠`,
    `${about.title[1]}: the times overlap`,
  ]),
  referred: no(409, (about: { count: number; title: Label }): Label => [
    `已被${about.count}条${about.title[0]}引用，不能删除`,
    `It is referred to by ${counted(about.count, lowered(about.title[1]), pluralOf(lowered(about.title[1])))} and cannot be removed`,
  ]),
  notDraft: no(409, ['仅草稿状态可删除', 'Only drafts may be removed']),
  readOnly: no(400, ['不支持此操作', 'This is not supported']),
  noneChosen: no(400, ['请选择至少一条数据', 'Choose at least one row']),
  tooMany: no(400, (about: { most: number }): Label => [
    `一次最多${about.most}条`,
    `At most ${about.most} rows at once`,
  ]),
  tooManyLines: no(400, (about: { title: Label; n: number; most: number }): Label => [
    `${about.title[0]}最多${about.most}行，提交了${about.n}行，未保存`,
    `At most ${about.most} lines (${about.title[1]}); ${about.n} were sent and nothing was saved`,
  ]),
  closedFields: no(403, (about: { labels: Label }): Label => [
    `不能在这里修改${about.labels[0]}`,
    `${about.labels[1]} cannot be changed here`,
  ]),
  locked: no(409, (about: { labels: Label }): Label => [
    `当前状态不能修改${about.labels[0]}`,
    `In this state ${about.labels[1]} may not be changed`,
  ]),
  reasonNeeded: no(400, ['单据已定，改动请填写原因', 'This is set already: say why it is changed']),
  filterTooWide: no(400, (about: { label: Label; span: Label }): Label => [
    `按${about.label[0]}筛选时，请同时把${about.span[0]}限定在92天内`,
    `Filtering by ${about.label[1]} also needs “${about.span[1]}” limited to 92 days`,
  ]),
  noGroups: no(400, (about: { name: string }): Label => [
    `不能按“${about.name}”分组`,
    `Rows cannot be grouped by “${about.name}”`,
  ]),
  tooManyToAdd: no(400, [
    '符合条件的行太多，两秒内算不完，请缩小筛选条件',
    'Too many rows match to count and add up within two seconds: please narrow the filters',
  ]),
  filterUnreadable: no(400, (about: { label: Label; words: Label }): Label => [
    `筛选条件“${about.label[0]}”无法识别：${about.words[0]}`,
    `The filter “${about.label[1]}” cannot be read: ${about.words[1]}`,
  ]),
  filterUnknown: no(400, (about: { name: string }): Label => [
    `没有“${about.name}”这个筛选条件，未做任何改动`,
    `There is no filter “${about.name}”, so nothing was done`,
  ]),
  filtersUnknown: no(400, (about: { names: readonly string[] }): Label => [
    `没有“${about.names.join('、')}”这个筛选条件`,
    `There is no filter “${about.names.join('”, “')}”`,
  ]),
  filterEmpty: no(400, (about: { name: string }): Label => [
    `筛选条件“${about.name}”没有值，未做任何改动`,
    `The filter “${about.name}” has no value, so nothing was done`,
  ]),
  countNeeded: no(400, ['按筛选删除时请给出确切条数', 'Removing by a filter needs the exact number of rows']),
  countChanged: no(409, (about: { count: number; asked: number }): Label => [
    `符合条件的现在有${about.count}条，不是${about.asked}条，未做任何改动，请刷新后重试`,
    `${about.count} rows match now, not ${about.asked}: nothing was done, please refresh and try again`,
  ]),
  numberSearches: no(429, (about: { most: number }): Label => [
    `按完整号码查询每小时最多${about.most}次，请稍后再试`,
    `At most ${about.most} searches by a whole number an hour, please wait`,
  ]),
  numberMisses: no(429, (about: { most: number }): Label => [
    `查不到的号码每小时最多查询${about.most}次，请稍后再试`,
    `At most ${about.most} searches an hour for numbers that nobody has, please wait`,
  ]),
  ownParent: no(400, ['上级不能是自己或自己的下级', 'A row cannot be placed below itself']),
});

/** Refusals of verbs of a lifecycle. */
export const lifecycleRefusals = refusals('lifecycle', {
  notFromHere: no(409, (about: { state: Label; action: Label }): Label => [
    `${about.state[0]}状态不能${about.action[0]}`,
    `“${about.action[1]}” is not possible while it is “${about.state[1]}”`,
  ]),
  ownWork: no(403, ['不能确认自己参与的工作', 'You cannot confirm work you took part in']),
  unknownAction: no(400, ['没有这个操作', 'There is no such action']),
  undoEnded: no(409, (about: { minutes: number }): Label => [
    `只能由操作人在${about.minutes}分钟内撤销`,
    `Only the person who did it can undo it, within ${about.minutes} minutes`,
  ]),
  processDecides: no(409, ['由审批流程决定，现在不能办理', 'A process decides this; it cannot be done now']),
  reasonRequired: no(400, ['您在代他人办理，请填写原因', 'You do this on behalf of others: say why']),
  needs: no(400, (about: { action: Label; labels: Label }): Label => [
    `${about.action[0]}前请填写${about.labels[0]}`,
    `Before “${about.action[1]}”, fill in ${about.labels[1]}`,
  ]),
});

/** Return a limit in bytes as people write it: whole megabytes, or kilobytes below one. */
const sizeWords = (bytes: number): string =>
  bytes < MB ? `${Math.floor(bytes / 1024)} kB` : `${Math.floor(bytes / MB)} MB`;
const MB = 1_048_576;
const megapixels = (pixels: number): string => (pixels / 1_000_000).toFixed(0);

/** Picture formats that are not accepted, with the way to one that is. */
const WAYS_OUT = {
  heic: [
    '这是苹果的HEIC照片：请在手机“设置-相机-格式”选“兼容性最佳”，或另存为JPG再传',
    'This is a HEIC photo: choose “Most Compatible” in Settings, Camera, Formats of the phone, or save it as JPG first',
  ],
  avif: ['AVIF图片请先另存为JPG或PNG', 'Save the AVIF picture as JPG or PNG first'],
  tiff: ['TIFF图片请先另存为JPG或PNG', 'Save the TIFF picture as JPG or PNG first'],
  bmp: ['BMP图片请先另存为JPG或PNG', 'Save the BMP picture as JPG or PNG first'],
} as const satisfies Readonly<Record<string, Label>>;

/** Refusals about files. */
export const fileRefusals = refusals('files', {
  unknownType: no(400, [
    '不支持的文件类型，请上传图片、PDF、Office文档或MP4视频',
    'This kind of file is not accepted: use pictures, PDF, Office documents or MP4 films',
  ]),
  tooLarge: no(400, (about: { bytes: number }): Label => [
    `文件不能超过${sizeWords(about.bytes)}`,
    `A file may have at most ${sizeWords(about.bytes)}`,
  ]),
  tooManyPixels: no(400, (about: { pixels: number; most: number }): Label => [
    `图片有${megapixels(about.pixels)}百万像素，最多${megapixels(about.most)}，请缩小后再传`,
    `The picture has ${megapixels(about.pixels)} megapixels, at most ${megapixels(about.most)} are accepted: make it smaller first`,
  ]),
  noBytes: no(400, ['文件是空的（0字节），请重新保存后再传', 'The file has 0 bytes: save it again']),
  foreignPicture: no(400, (about: { kind: keyof typeof WAYS_OUT }): Label => WAYS_OUT[about.kind]),
  notBinary: no(400, [
    '不支持的文件类型，请上传 bin、hex、zip、gz、tar、img 或安装包',
    'This kind of file is not accepted: use bin, hex, zip, gz, tar, img or an application package',
  ]),
  checksum: no(400, ['文件校验不一致', 'The checksum of the file does not match']),
  brokenImage: no(400, ['图片已损坏，无法读取', 'This picture is damaged and cannot be read']),
  linkEnded: no(403, ['文件链接已失效，请刷新页面', 'This link has ended, please reload the page']),
  gone: no(404, ['文件不存在', 'This file does not exist']),
});

/** Refusals of export and import. */
export const exchange = refusals('exchange', {
  tooManyRows: no(400, (about: { most: number }): Label => [
    `一次最多导出${about.most}行，请缩小筛选范围`,
    `At most ${about.most} rows can be exported at once, please narrow the filter`,
  ]),
  noColumns: no(400, ['请选择至少一列', 'Choose at least one column']),
  unreadable: no(400, ['文件无法读取，请使用 xlsx 或 csv 格式', 'The file cannot be read, please use xlsx or csv']),
  webPage: no(400, [
    '这其实是一个网页（HTML），不是表格：用Excel打开后另存为xlsx再传',
    'This is a web page (HTML), not a sheet: open it in Excel and save it as xlsx',
  ]),
  oldWorkbook: no(400, ['这是旧版xls表格：请另存为xlsx再传', 'This is an old xls sheet: save it as xlsx first']),
  emptySheet: no(400, ['文件里的工作表都是空的', 'All sheets of the file are empty']),
  openQuote: no(400, [
    '有一个引号没有成对，无法分列',
    'A quotation mark is never closed, so the columns cannot be read',
  ]),
  tooManyImported: no(400, (about: { most: number }): Label => [
    `一次最多导入${about.most}行`,
    `At most ${about.most} rows can be imported at once`,
  ]),
  tooSlow: no(400, ['文件内容过于复杂，读取超时', 'The file takes too long to read']),
  empty: no(400, ['文件中没有数据', 'There are no rows in the file']),
  noKnownColumn: no(400, ['没有可识别的列，请使用导入模板', 'No column is known, please use the template']),
  columnTwice: no(400, (about: { name: string }): Label => [
    `列“${about.name}”出现了多次`,
    `The column “${about.name}” appears more than once`,
  ]),
  noSuchColumn: no(400, ['文件里没有对应这个字段的列', 'No column of the sheet is matched to this field']),
  columnNotOffered: no(400, (about: { name: string }): Label => [
    `“${about.name}”不能由导入填写`,
    `“${about.name}” cannot be filled by an import`,
  ]),
  sheetGone: no(409, ['上传的文件已清理，请重新上传', 'The uploaded file has been removed: upload it again']),
  noSuchHeader: no(400, ['文件里没有这张工作表或这一行表头', 'The file has no such sheet or header row']),
  hiddenUnanswered: no(400, (about: { hidden: number }): Label => [
    `有${about.hidden}行被隐藏，请先选择带上或不带`,
    `${counted(about.hidden, 'row')} hidden: choose first to take them or to leave them out`,
  ]),
  noBatch: no(404, ['导入批次不存在', 'There is no such import']),
  rowsRefused: no(400, (about: { refused: number; batch: string }): Label => [
    `${about.refused}行有误，未导入任何数据，请改正后重试`,
    `Nothing was imported because of mistakes in ${counted(about.refused, 'row')}: please correct them and try again`,
  ]),
  rowsThere: no(409, (about: { update: number }): Label => [
    `${about.update}行已存在，如需覆盖请勾选覆盖`,
    `Existing data in ${counted(about.update, 'row')}: tick “overwrite” to replace it`,
  ]),
  notReady: no(409, ['该批次不在可提交状态', 'This import cannot be committed now']),
  notCommitted: no(409, ['该批次不能撤销', 'This import cannot be rolled back']),
  rollbackTooLate: no(409, (about: { days: number }): Label => [
    `超过${about.days}天的导入不能撤销`,
    `An import older than ${about.days} days cannot be rolled back`,
  ]),
  jobGone: no(404, ['任务不存在或已过期', 'There is no such job, or it has ended']),
});

/** Refusals about comments. */
export const comments = refusals('comments', {
  empty: no(400, ['请输入评论内容', 'Write the comment first']),
  tooLong: no(400, (about: { most: number }): Label => [
    `评论不能超过${about.most}个字符`,
    `A comment may have at most ${about.most} characters`,
  ]),
  tooManyNamed: no(400, (about: { most: number }): Label => [
    `一条评论最多提到${about.most}人`,
    `A comment may mention at most ${about.most} people`,
  ]),
  nobody: no(400, ['提到的人不存在或已停用', 'Somebody you mention does not exist or is disabled']),
  cannotSee: no(400, (about: { name: string }): Label => [
    `${about.name}看不到这条数据，不能提到`,
    `${about.name} cannot see this row and cannot be mentioned here`,
  ]),
  missing: no(404, ['评论不存在', 'This comment does not exist']),
  tooLate: no(409, (about: { minutes: number }): Label => [
    `发表超过${about.minutes}分钟的评论不能撤回`,
    `A comment older than ${about.minutes} minutes cannot be taken back`,
  ]),
});
