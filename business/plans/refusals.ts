import { englishDay } from '#kernel/language/days.ts';
import type { Label } from '#kernel/language/label.ts';
import { no, refusals } from '#kernel/language/refusal.ts';

/** The refusals of plans, in both languages. */
export const refuse = refusals('plans', {
  outsideWindow: no(409, (about: { from: string; to: string }) => [
    `须在窗口 ${about.from} 至 ${about.to} 内`,
    `The day must lie between ${englishDay(about.from)} and ${englishDay(about.to)}`,
  ]),
  outsideTerm: no(409, (about: { no: string; from: string; to: string }) => [
    `${about.no}的服务期为 ${about.from} 至 ${about.to}`,
    `The term of ${about.no} is ${englishDay(about.from)} to ${englishDay(about.to)}`,
  ]),
  frozen: no(409, (about: { no: string }) => [
    `方案${about.no}已暂停，恢复后再安排`,
    `Contract ${about.no} is suspended: resume it first`,
  ]),
  dayOver: no(400, ['期望日期不能早于今天', 'The wanted date may not lie in the past']),
  tooFarAhead: no(409, (about: { no: string; days: number }) => [
    `${about.no}最多提前 ${about.days} 天登记`,
    `${about.no} is registered at most ${about.days} days ahead`,
  ]),
  alreadyRegistered: no(409, (about: { no: string; order: string }) => [
    `${about.no}已有登记单 ${about.order}`,
    `${about.no} has work order ${about.order}`,
  ]),
  tooManyPlans: no(400, (about: { most: number }) => [
    `一次最多登记 ${about.most} 次保养`,
    `At most ${about.most} visits are registered at once`,
  ]),
  notActive: no(409, (about: { no: string }) => [`方案${about.no}没有生效`, `Contract ${about.no} is not active`]),
  allPlanned: no(409, (about: { no: string; times: number }) => [
    `方案${about.no}共 ${about.times} 次，都已排`,
    `All ${about.times} visits of ${about.no} are planned`,
  ]),
  hasOrder: no(409, (about: { no: string }) => [
    `${about.no}已有登记单，请先取消`,
    `Cancel the work order of ${about.no} first`,
  ]),
  optedOut: no(409, (about: { no: string }) => [
    `${about.no}的客户不接收消息，不能推送`,
    `The customer of ${about.no} wants no messages`,
  ]),
  noAdvertising: no(409, (about: { no: string }) => [
    `${about.no}的客户没有同意接收营销信息`,
    `The customer of ${about.no} has not agreed to advertising`,
  ]),
  outUntilPast: no(400, ['移出至不能早于今天', 'The day until which it is out may not lie in the past']),
  replyClosed: no(409, ['这次保养现在不能答复，请看下面的情况', 'This visit takes no reply now. See below']),
  replyDayWrong: no(400, ['请选择列出的日子和时段', 'Choose one of the days and times of the list']),
  channelNotOpen: no(400, ['关怀目前只能用短信或微信', 'Care is sent by text message or WeChat only']),
  audienceEmpty: no(400, ['请至少填一个人群条件', 'Fill in one condition of the audience at least']),
  nobodyGets: no(409, ['没有客户会收到，请放宽条件', 'No customer would get it: widen the conditions']),
  careTemplateMissing: no(409, [
    '没有启用的关怀类营销模板，模板须含 ${content}',
    'No advertising template of care is enabled; it needs ${content}',
  ]),
  sheetOfNothing: no(400, ['请选择方案，或班组和月份', 'Choose a contract, or a team and a month']),
  noMachine: no(409, (about: { no: string }) => [`方案${about.no}没有设备`, `Contract ${about.no} has no machine`]),
  settingNeedsTarget: no(400, (about: { level: 'customer' | 'scheme' }) =>
    about.level === 'customer' ? ['请选择客户', 'Choose a customer'] : ['请选择方案', 'Choose a contract'],
  ),
  quietAllDay: no(400, ['免打扰不能是全天，请改为停用', 'Quiet hours may not last all day: disable it instead']),
  quietIncomplete: no(400, ['免打扰请填开始和结束', 'Quiet hours need a start and an end']),
  hoursReversed: no(400, ['发送开始须早于发送结束', 'Sending begins before it ends']),
  repeatNeeded: no(400, ['多于一次时请填重复间隔', 'More than one time needs an interval']),
  sceneHasNoTargets: no(400, (about: { scene: Label }) => [
    `“${about.scene[0]}”不由规则推送`,
    `Rules do not push “${about.scene[1]}”`,
  ]),
  noOpenChannel: no(400, [
    '请选微信、短信或客服待办；其他渠道还没接通',
    'Choose WeChat, SMS or a staff to-do: other channels are not connected',
  ]),
  templateForChannel: no(400, (about: { channel: Label }) => [
    `渠道“${about.channel[0]}”须有一个启用的模板`,
    `The channel “${about.channel[1]}” needs one enabled template`,
  ]),
  variableUnknown: no(400, (about: { name: string; names: readonly string[]; document: Label }) => [
    `模板“${about.name}”的变量 ${about.names.join('、')} 在“${about.document[0]}”里没有`,
    `“${about.document[1]}” has no variable ${about.names.join(', ')} of the template “${about.name}”`,
  ]),
  linkNeedsAddress: no(400, (about: { name: string }) => [
    `模板“${about.name}”带链接，须先设置对外地址（PUBLIC_URL）`,
    `The template “${about.name}” has a link: set the public address (PUBLIC_URL) first`,
  ]),
  optOutMissing: no(400, (about: { name: string; words: string }) => [
    `营销模板“${about.name}”须含“${about.words}”`,
    `The advertising template “${about.name}” must contain “${about.words}”`,
  ]),
  spanTooLong: no(400, (about: { days: number }) => [
    `一次最多看 ${about.days} 天`,
    `At most ${about.days} days are looked at`,
  ]),
  pushWhat: no(400, ['请选择要推送的计划或方案', 'Choose plans or contracts to push']),
});
