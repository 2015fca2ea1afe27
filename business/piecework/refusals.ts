import type { Label } from '#kernel/language/label.ts';
import { no, refusals } from '#kernel/language/refusal.ts';

/** The refusals about piece-work and wages, in both languages. */
export const refuse = refusals('maintenance', {
  shareNotWhole: no(400, ['计件分配比例合计必须为 100%', 'The shares must add up to 100 %']),
  periodClosed: no(409, ['该工资期间已关账', 'This pay period is closed']),
  lineTooHigh: no(409, (about: { name: string; amount: string; max: string }) => [
    `${about.name} 的金额 ${about.amount} 元超过一行上限 ${about.max} 元`,
    `${about.name}: CNY ${about.amount} is above CNY ${about.max}, the limit of a line`,
  ]),
  noStandard: no(409, ['存在未匹配计件标准的明细', 'A line has no piece rate']),
  ownCrew: no(403, ['不能审核本人参与的计件单', 'Nobody audits a piece of their own crew']),
  lineOfPaper: no(409, [
    '该明细来自已审核的单据，请在原单据上撤销',
    'This line comes from an approved document: revoke it there',
  ]),
  lineOfSource: no(409, ['该明细有来源单据，请作废', 'This line has a source document: void it instead']),
  adjustReason: no(400, (about: { claim: string }): Label => [
    `主张的差额是 ${about.claim}，按其他金额调整请说明原因`,
    `The claim asks for ${about.claim}: say why it is adjusted by another amount`,
  ]),
  disputeWithoutLines: no(400, ['采纳异议须填写调整行', 'A dispute is accepted with its adjustments']),
  periodWaits: no(409, (about: { zh: string; en: string }) => [
    `还有${about.zh}，仍要关账请填写原因`,
    `Still waiting: ${about.en}. Say why it is closed all the same`,
  ]),
  ownDocument: no(403, ['不能审批本人提交的单据', 'You cannot approve your own document']),
  notLeaf: no(409, ['计件标准只能挂在末级工序', 'A standard hangs on a process without branches only']),
  parentHasStandards: no(409, ['上级工序已有计件标准，不能再分下级', 'The parent has standards and cannot be divided']),
  processCircle: no(400, ['上级工序不能是自己或自己的下级', 'A process cannot be placed below itself']),
  tiersUnsound: no(400, [
    '阶梯起点须从小到大且不重复，单价不能小于0',
    'Tiers begin at different quantities, and no price is below 0',
  ]),
  datesTurned: no(400, ['失效日期不能早于生效日期', 'It cannot end before it begins']),
  standardOverlaps: no(409, (about: { no: string }) => [
    `与已发布的${about.no}有效期重叠；可先停用，或选择“前一标准到前一天为止”`,
    `It overlaps the published ${about.no}: stop that first, or let the previous one end the day before`,
  ]),
  pieceFixed: no(409, [
    '计件单已审核、结算或取消，明细不能修改',
    'The piece is approved, settled or cancelled: its lines stay',
  ]),
  pieceApproved: no(409, [
    '计件单已审核或已结算，请先撤销审核',
    'The piece is approved or settled: revoke the approval first',
  ]),
  reasonMissing: no(400, ['请填写人工调整原因', 'Say why it is changed by hand']),
  remarkMissing: no(400, ['请先调整明细或填写说明', 'Change something or leave a comment first']),
  qualityOutside: no(400, [
    '质量系数只能为 0.9–1.1（本人返修为 0）',
    'The quality factor lies between 0.9 and 1.1 (0 for rework of one’s own)',
  ]),
  timeOutside: no(400, (about: { allowed: string }) => [
    `时段系数只能为 ${about.allowed}`,
    `The time factor is one of ${about.allowed}`,
  ]),
  linesMissing: no(400, ['请填写明细', 'Give the lines']),
  lineUnknown: no(404, ['计件明细不存在', 'There is no such line']),
  flagsOpen: no(400, ['请对每个不符合项填写说明', 'Answer every non-conformity']),
  completionNotConfirmed: no(409, ['完工单未确认', 'The completion is not confirmed']),
  otherPieceLives: no(409, ['该完工单已有有效计件单', 'The completion has another live piece']),
  reopenedPiece: no(409, [
    '因完工重开而取消，不能恢复',
    'Cancelled because the completion was reopened: it cannot come back',
  ]),
  wagesSent: no(409, ['工资单已下发，不能撤销审核', 'The payslip was sent: the approval stays']),
  periodMissing: no(404, ['工资期间不存在', 'There is no such pay period']),
  periodNotNext: no(409, (about: { start: string }) => [
    `工资期间须前后相接，下一期从${about.start}开始`,
    `Periods follow each other: the next one begins on ${about.start}`,
  ]),
  periodTooFar: no(400, ['业务日期太远，尚不能开期', 'The date lies too far ahead']),
  previousOpen: no(409, (about: { period: string }) => [
    `上一期间${about.period}尚未审批`,
    `The period ${about.period} before it is not approved yet`,
  ]),
  disputesOpen: no(409, (about: { count: number }) => [
    `还有${about.count}张工资单未确认或有异议`,
    `${about.count} sheets are not signed or are disputed`,
  ]),
  linesUncounted: no(409, (about: { count: number }) => [
    `还有${about.count}条未结明细未计入，请重新计算`,
    `${about.count} open lines are not counted yet: calculate again`,
  ]),
  notHisSheet: no(403, ['只能确认或异议本人的工资单', 'Only one’s own payslip can be signed or disputed']),
  notToSign: no(409, ['工资单不在待确认状态', 'The sheet is not waiting to be signed']),
  lineNotOnSheet: no(400, ['该明细不在此工资单', 'The line is not on this sheet']),
  lineTypeOfSystem: no(400, [
    '该项目由系统生成，不能手工录入',
    'This item is made by the product and cannot be entered',
  ]),
  lineSign: no(400, ['扣款类金额须小于0，其他须大于0', 'Deductions are below 0, everything else above']),
  simulationEmpty: no(400, ['请给出要试算的标准', 'Give the standards to try']),
  rangeTooLong: no(400, ['试算范围最多 12 个月', 'At most twelve months']),
});
