import { no, refusals } from '#kernel/language/refusal.ts';
import { refuse as intake } from '#business/intake/refusals.ts';
import { refuse as dispatch } from '#business/dispatch/refusals.ts';

/** The refusals about completions, in both languages. */
export const refuse = {
  ...refusals('maintenance', {
    annexMissing: no(400, (about: { missing: readonly { name: string; n: number }[] }) => [
      `附件不完整:${about.missing.map((one) => `${one.name} 还需 ${one.n} 张`).join('、')}`,
      `Photos are missing: ${about.missing.map((one) => `${one.name} needs ${one.n} more`).join(', ')}`,
    ]),
    noFiles: no(400, ['请选择文件', 'Choose a file']),
    classMissing: no(400, ['请选择附件分类', 'Choose the class']),
    photosClosed: no(409, ['该任务当前不能上传照片', 'No photos can be added to this visit now']),
    tooManyPhotos: no(409, (about: { name: string; most: number }) => [
      `${about.name}最多${about.most}张`,
      `${about.name}: at most ${about.most}`,
    ]),
    photoUsed: no(409, (about: { no: string }) => [
      `该照片已在单据 ${about.no} 使用`,
      `This photo was used in ${about.no}`,
    ]),
    photoStays: no(409, ['已提交的照片不能删除', 'Submitted photos stay']),
    supplyPosted: no(409, [
      '已过账的用料不能更换物料或仓库，请删除后重新添加',
      'A posted line keeps its material and warehouse: take it away and write a new one',
    ]),
    serialsUneven: no(400, (about: { item: string; n: string }) => [
      `${about.item}按序列号管理：${about.n}件请填${about.n}个序列号`,
      `${about.item} is tracked by serial number: ${about.n} pieces, ${about.n} numbers`,
    ]),
    oldSerialsUneven: no(400, (about: { item: string; n: string }) => [
      `${about.item}按序列号管理：旧件${about.n}件请填${about.n}个旧件序列号`,
      `${about.item} is tracked by serial number: ${about.n} old pieces, ${about.n} numbers`,
    ]),
    storeNotOfCrew: no(400, (about: { name: string }) => [
      `${about.name}不是上门人员的个人库`,
      `${about.name} is not the van of anybody who was there`,
    ]),
    tooManyCharges: no(400, (about: { most: number }) => [
      `每次上门最多加收${about.most}项`,
      `At most ${about.most} extra charges a visit`,
    ]),
    otherFeeByLines: no(400, (about: { lines: string }) => [
      `其他费由现场加收逐项合计（${about.lines}元），请逐项填写`,
      `The other fee is the sum of the extra charges (${about.lines} CNY): name each of them`,
    ]),
    chargeNotPositive: no(400, ['加收金额须大于0', 'An extra charge is above 0']),
    closedDoorStays: no(403, ['空跑费由班组长减免', 'The fee for a closed door is the leader’s to waive']),
    moreThanFee: no(400, ['收款明细的应收超过对应费用', 'The rows ask for more than the fee']),
    discountNeedsLeader: no(403, ['优惠超过限额，需班组长批准', 'Such a discount needs the leader']),
    completionIncomplete: no(400, (about: { words: readonly [string, string] }) => [about.words[0], about.words[1]]),
    mileageUnexplained: no(400, ['里程偏差过大,请填写里程说明', 'The distance is far off: explain it']),
    completionMissing: no(409, ['请先保存完工登记', 'Save the completion first']),
    completionThere: no(409, ['该任务已有完工登记', 'This visit has a completion already']),
    completionTooEarly: no(409, ['到达后才能登记完工', 'A completion is written after the arrival']),
    completionNotOpen: no(409, (about: { no: string }) => [
      `完工单${about.no}已提交`,
      `Completion ${about.no} was submitted already`,
    ]),
    completionChecked: no(409, (about: { no: string }) => [
      `完工单${about.no}已审核，不能再说明里程`,
      `Completion ${about.no} was checked: its distance is not explained any more`,
    ]),
    visitOfOtherForm: no(400, ['任务不属于该派工单', 'The visit belongs to another dispatch order']),
    visitNotWorking: no(409, ['任务未在作业中，不能提交完工', 'The visit is not at work, nothing can be submitted']),
    nothingToCorrect: no(409, ['没有待确认的完工单', 'There is no submitted completion']),
    leaderFirst: no(409, ['请班组长先确认任务', 'The leader confirms the visit first']),
    redoOfPartial: no(409, ['部分完成的任务不能退回重办', 'A partial visit cannot be redone']),
    collectionApproved: no(409, (about: { no: string }) => [
      `收款${about.no}已审核，不能重开`,
      `Collection ${about.no} is approved`,
    ]),
    codeWrong: no(400, ['验收码不正确', 'The code is wrong']),
    workTimes: no(400, (about: { words: readonly [string, string] }) => [about.words[0], about.words[1]]),
    lateEntry: no(400, ['任务已结束，补登请填写原因', 'The visit is over: say why it is entered late']),
  }),
  coverNotChosen: intake.coverNotChosen,
  notAllowed: intake.notAllowed,
  windowReversed: dispatch.windowReversed,
};
