import { no, refusals } from '#kernel/language/refusal.ts';

/** The refusals about leave and the calendar, in both languages. */
export const refuse = refusals('maintenance', {
  ownDocument: no(403, ['不能审批本人提交的单据', 'You cannot approve your own document']),
  leaveReversed: no(400, ['结束时间须晚于开始时间', 'The end must lie after the beginning']),
  leaveTimesMissing: no(400, ['请选择技师、开始时间和结束时间', 'Choose the technician, the beginning and the end']),
  leaveOfAnother: no(403, ['只能为自己请假', 'You may ask for your own leave only']),
  handoverToSelf: no(400, ['不能交接给自己', 'You cannot hand over to yourself']),
  handoverMissing: no(400, ['请选择接手的技师', 'Choose who takes over']),
  leaveOverlaps: no(409, (about: { no: string }) => [
    `与已通过的请假${about.no}重叠`,
    `Overlaps leave ${about.no}, which was approved`,
  ]),
  leaveNeedsManager: no(403, (about: { days: number; most: number }) => [
    `请假${about.days}个工作日，超过${about.most}天须由经理审批`,
    `${about.days} working days: above ${about.most} the manager approves`,
  ]),
  leaveConflicts: no(409, (about: { n: number; nos: string }) => [
    `还有${about.n}个冲突任务未处理:${about.nos}`,
    `${about.n} visits conflict: ${about.nos}`,
  ]),
  takenOffAlready: no(409, (about: { name: string; no: string }) => [
    `${about.name}已登记不来：${about.no}`,
    `${about.name} was taken off already: ${about.no}`,
  ]),
  leaveOver: no(409, ['请假已结束', 'This leave is over']),
  leaveJudged: no(409, ['该请假已审批', 'This leave was decided already']),
  notInConflict: no(400, ['该任务与请假不冲突', 'This visit does not conflict with the leave']),
  visitUnderWay: no(409, (about: { no: string }) => [
    `任务${about.no}已出发或作业中，不能移动`,
    `Visit ${about.no} is under way and cannot be moved`,
  ]),
});
