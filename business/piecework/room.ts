import type { Parameter, Room } from '#kernel/language/room.ts';
import * as dictionaries from './dictionaries.ts';
import { auditRecord } from './pieces/audit-record.paper.ts';
import { pieceFlag } from './pieces/piece-flag.paper.ts';
import { pieceLine } from './pieces/piece-line.paper.ts';
import { piece } from './pieces/piece.paper.ts';
import { pieceStandard } from './standards/piece-standard.paper.ts';
import { process } from './standards/process.paper.ts';
import { wageDispute } from './wages/dispute/wage-dispute.paper.ts';
import { wageLine } from './wages/wage-line.paper.ts';
import { wagePeriod } from './wages/wage-period.paper.ts';
import { wageSheet } from './wages/wage-sheet.paper.ts';

const parameters: readonly Parameter[] = [
  { key: 'as.wage.minWage', label: ['当地月最低工资（元）', 'Local minimum wage per month (CNY)'], initial: '2740' },
  { key: 'as.wage.lineMax', label: ['一行工资的上限（元）', 'Largest pay of one line (CNY)'], initial: '50000' },
  {
    key: 'as.wage.deductCap',
    label: ['赔偿扣款上限（占应得）', 'Cap of damage deductions (share of earned)'],
    initial: '0.20',
  },
  {
    key: 'as.wage.timeCoef',
    label: ['时段系数（平日,延时,休息日,法定）', 'Time factors (normal, by the auditor, rest day, statutory holiday)'],
    initial: '1,1.5,2,3',
  },
  {
    key: 'as.wage.mileagePrice',
    label: ['里程补贴单价（元/公里）', 'Mileage allowance (CNY per km)'],
    initial: '0.80',
  },
  { key: 'as.piece.visitProcess', label: ['上门费工序编码', 'Code of the call-out process'], initial: 'SMF' },
  {
    key: 'as.piece.rulesOff',
    label: ['停用的不符合规则（逗号分隔）', 'Non-conformity rules switched off (comma list)'],
    initial: '',
  },
  { key: 'as.rework.deduct', label: ['返修扣回首次计件', 'Rework is deducted from the first crew'], initial: 'false' },
];

/** The room of piece-work: prices, pieces and their audit, wages. */
export default {
  name: 'piecework',
  title: ['计件工资', 'Piecework'],
  needs: [
    'system',
    'masterdata',
    'messaging',
    'customers',
    'scheduling',
    'intake',
    'dispatch',
    'completion',
    'billing',
  ],
  load: 'frame',
  topMenu: { code: 'piecework', label: ['计件工资', 'Piecework'], icon: 'coins', sort: 3 },
  papers: [
    process,
    pieceStandard,
    piece,
    pieceLine,
    pieceFlag,
    auditRecord,
    wagePeriod,
    wageSheet,
    wageLine,
    wageDispute,
  ],
  dictionaries: Object.values(dictionaries),
  groups: [{ code: 'piecework', label: ['计件工资', 'Piecework'], icon: 'coins', sort: 80 }],
  pages: [
    {
      code: 'piece-audit',
      label: ['计件审核', 'Piecework audit'],
      group: 'piecework',
      icon: 'clipboard-check',
      path: '/maintenance/aspieceworkaudit',
      sort: 10,
      roles: ['as_piece_auditor', 'as_piece_lead', 'as_leader', 'as_manager', 'as_admin'],
    },
    {
      code: 'wage-period',
      label: ['工资期间', 'Pay periods'],
      group: 'piecework',
      icon: 'calendar-clock',
      path: '/maintenance/wages/period',
      sort: 80,
      roles: ['as_hr', 'as_finance', 'as_manager', 'as_admin'],
    },
  ],
  parameters,
} satisfies Room;
