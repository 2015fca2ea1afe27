import { no, refusals } from '#kernel/language/refusal.ts';
import { refuse as intake } from '#business/intake/refusals.ts';
import { refuse as scheduling } from '#business/scheduling/refusals.ts';

/** All refusals about dispatch forms, crews and visits, in words for people. */
export const refuse = {
  ...refusals('maintenance', {
    dispatchedAlready: no(409, (about: { no: string }) => [
      `该登记单已有派工单${about.no}`,
      `There is a dispatch order already: ${about.no}`,
    ]),
    orderNotInPool: no(409, (about: { no: string }) => [
      `登记单${about.no}不在待派工状态`,
      `Work order ${about.no} does not wait to be dispatched`,
    ]),
    orderOnHold: no(409, (about: { no: string }) => [
      `登记单${about.no}已挂起，请先解除`,
      `Work order ${about.no} is on hold, release it first`,
    ]),
    dispatchIncomplete: no(400, ['派工前请选择技师与计划时间', 'Choose a technician and a window before dispatching']),
    visitOpen: no(409, (about: { no: string }) => [
      `派工单${about.no}已有进行中的任务，请使用转派`,
      `Dispatch order ${about.no} has an open visit: transfer it`,
    ]),
    formNotWaiting: no(409, (about: { no: string }) => [
      `派工单${about.no}不在待派工状态`,
      `Dispatch order ${about.no} does not wait for a visit`,
    ]),
    formOnHold: no(409, (about: { no: string }) => [
      `派工单${about.no}已挂起，请先解除`,
      `Dispatch order ${about.no} is on hold, release it first`,
    ]),
    formOver: no(409, (about: { no: string }) => [`派工单${about.no}已结束`, `Dispatch order ${about.no} is over`]),
    planPast: no(400, ['已过去的日子不能排程', 'A day that is over cannot be planned']),
    planBusy: no(409, ['正在排其他日程，请稍候再试', 'Other days are being planned, try again in a moment']),
    windowReversed: no(400, ['计划结束须晚于计划开始', 'The end must lie after the start']),
    windowTooLong: no(400, (about: { days: number }) => [
      `一次上门最长安排 ${about.days} 天`,
      `A visit is planned for at most ${about.days} days`,
    ]),
    timeConflict: no(409, (about: { words: readonly [string, string] }) => [
      `技师时间冲突:${about.words[0]}`,
      `Conflict: ${about.words[1]}`,
    ]),
    wishFirm: no(409, (about: { name: string; words: readonly [string, string] }) => [
      `${about.name}要求必须按时：${about.words[0]}。改期请先改期望时间，或取消“必须按时”`,
      `${about.name} must have the visit on time: ${about.words[1]}. Change the wish first, or clear “Must be on time”`,
    ]),
    reasonOnBehalf: no(400, ['代技师操作请填写说明', 'Say why you do it for the technician']),
    stepInFuture: no(400, ['操作时间不能晚于现在', 'A step cannot lie in the future']),
    stepBeforeLast: no(409, ['操作时间早于上一步', 'A step cannot lie before the one before it']),
    stepTooOld: no(409, [
      '操作时间超过72小时，请联系派工员',
      'The step is more than 72 hours old: call the dispatcher',
    ]),
    visitNotSent: no(409, ['任务尚未下发', 'This visit was not sent yet']),
    visitSeen: no(409, ['技师已查看该任务，请取消而不是删除', 'The technician has seen this visit: cancel it instead']),
    elsewhere: no(409, (about: { no: string }) => [
      `另有进行中的任务${about.no}`,
      `Another visit is under way: ${about.no}`,
    ]),
    arriveFarOff: no(400, (about: { metres: number; most: number }) => [
      `距服务地址${about.metres}米，超过${about.most}米请填写说明`,
      `${about.metres} m from the address: beyond ${about.most} m say why`,
    ]),
    arriveNowhere: no(400, ['没有获取到位置，请填写说明', 'The position is not known: say why']),
    resultNotHere: no(409, [
      '到达前只能远程解决或客户不在',
      'Before working, a visit ends only remotely or at a closed door',
    ]),
    noAccessNote: no(400, ['请说明敲门与电话联系情况', 'Say how you tried to reach the customer']),
    noAccessCalls: no(400, ['请填写电话联系次数（至少1次）', 'Say how often you called, at least once']),
    noAccessPhoto: no(400, ['客户不在须有门口照片', 'A closed door needs a photo of it']),
    nothingToTransfer: no(409, (about: { no: string }) => [
      `派工单${about.no}没有可转派的任务`,
      `Dispatch order ${about.no} has no visit to transfer`,
    ]),
    sameTechnician: no(400, ['新技师与原技师相同', 'It is the same technician']),
    transferUnderWay: no(403, ['任务已出发，请由班组长转派', 'The technician is on the way: the leader transfers']),
    transferReason: no(400, ['请填写转派原因', 'Say why it is transferred']),
    alreadyInCrew: no(409, ['该技师已在班组中', 'This technician is in the crew already']),
    crewFull: no(409, (about: { most: number }) => [`每单最多${about.most}人`, `At most ${about.most} people go`]),
    leadStays: no(409, ['主修不能移除，请使用转派', 'The lead cannot leave: transfer the visit']),
    shareNotWhole: no(400, ['计件分配比例合计必须为 100%', 'The shares must add up to 100 %']),
    documentStays: no(409, ['完工已确认，附件不能删除', 'The completion is confirmed: its documents stay']),
    nothingToDelay: no(409, [
      '没有可延期的任务，已出发的任务不能延期',
      'There is no visit to put off; one under way cannot be',
    ]),
    delayTime: no(400, ['新计划时间须是将来的另一时间', 'The new time must be another one, to come']),
    delayPending: no(409, (about: { no: string }) => [
      `该任务已有待审批的延期${about.no}`,
      `A delay of this visit is waiting for approval: ${about.no}`,
    ]),
    delayNeedsLeader: no(403, (about: { days: number; most: number }) => [
      `延期${about.days}天，超过${about.most}天须由班组长审批`,
      `A delay of ${about.days} days: above ${about.most} the leader approves`,
    ]),
    secondDelay: no(403, [
      '同一登记单再次延期，须由班组长审批',
      'A second delay of an order is the leader’s to approve',
    ]),
  }),
  registrationMissing: intake.registrationMissing,
  ownDocument: scheduling.ownDocument,
  holdUntilPast: intake.holdUntilPast,
};
