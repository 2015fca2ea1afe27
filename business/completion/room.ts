import type { Room } from '#kernel/language/room.ts';
import * as dictionaries from './dictionaries.ts';
import { completion } from './completion/completion.paper.ts';
import { completionEquipment } from './completion/completion-equipment.paper.ts';
import { completionSupply } from './supplies/completion-supply.paper.ts';
import { completionCharge } from './charges/completion-charge.paper.ts';
import { completionAnnex } from './annexes/completion-annex.paper.ts';
import { annexClass } from './annexes/annex-class.paper.ts';

/** Completions: the result of a visit, its evidence, and its review. */
export default {
  name: 'completion',
  title: ['完工', 'Completion'],
  needs: ['masterdata', 'messaging', 'customers', 'materials', 'intake', 'dispatch'],
  load: 'frame',
  topMenu: 'maintenance',
  papers: [completion, completionEquipment, completionSupply, completionCharge, completionAnnex, annexClass],
  dictionaries: Object.values(dictionaries),
  groups: [],
  pages: [
    {
      code: 'visits-to-confirm',
      label: ['上门确认', 'Visits to confirm'],
      group: 'dispatch',
      icon: 'badge-check',
      path: '/maintenance/confirm',
      sort: 32,
      roles: ['as_leader', 'as_manager', 'as_admin'],
    },
    {
      code: 'completions-to-check',
      label: ['完工审核', 'Completions to check'],
      group: 'dispatch',
      icon: 'check-check',
      path: '/maintenance/check',
      sort: 34,
      roles: ['as_cs_lead', 'as_finance', 'as_finance_lead', 'as_manager', 'as_admin'],
    },
  ],
  parameters: [
    {
      key: 'as.visit.emptyRunFee',
      label: ['空跑费（元，0 为不收）', 'Fee for a closed door (CNY, 0 = none)'],
      initial: '0',
    },
    {
      key: 'as.completion.leaderConfirm',
      label: ['班组长先确认', 'The leader confirms before the back office'],
      initial: 'true',
    },
    {
      key: 'as.completion.codeTypes',
      label: ['需签名或验收码的单据类型', 'Order types that need signature or code'],
      initial: 'repair,maintain,install,consumable',
    },
    {
      key: 'as.completion.timeTolerance',
      label: ['作业时间容差（分钟）', 'Tolerance of work times (minutes)'],
      initial: '30',
    },
    { key: 'as.mileage.toleranceKm', label: ['里程容差（公里）', 'Mileage tolerance (km)'], initial: '5' },
    { key: 'as.mileage.tolerancePercent', label: ['里程容差（%）', 'Mileage tolerance (%)'], initial: '20' },
    {
      key: 'as.mileage.feePrice',
      label: ['向客户收取的里程费（元/公里）', 'Mileage fee asked from the customer (CNY per km)'],
      initial: '0',
    },
    {
      key: 'as.discount.limitPercent',
      label: ['需班组长批准的优惠（%）', 'Discount above which the leader is needed (%)'],
      initial: '10',
    },
  ],
} satisfies Room;
