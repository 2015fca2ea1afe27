import type { Parameter, Room } from '#kernel/language/room.ts';
import { stockAdjustmentLine } from './adjustments/stock-adjustment-line.paper.ts';
import { stockAdjustment } from './adjustments/stock-adjustment.paper.ts';
import * as dictionaries from './dictionaries.ts';
import { accessory } from './items/accessory.paper.ts';
import { consumable } from './items/consumable.paper.ts';
import { material } from './items/material.paper.ts';
import { reservation } from './stores/reservation.paper.ts';
import { stockMove } from './stores/stock-move.paper.ts';
import { stock } from './stores/stock.paper.ts';
import { warehouse } from './stores/warehouse.paper.ts';

const parameters: readonly Parameter[] = [
  {
    key: 'as.stock.adjustLimit',
    label: ['库存调整需经理审批的金额（元）', 'Value above which a stock adjustment needs the manager (CNY)'],
    initial: '1000',
  },
  {
    key: 'as.stock.deadDays',
    label: ['库存呆滞天数', 'Days without movement after which stock is dead'],
    initial: '365',
  },
  {
    key: 'as.sap.adapter',
    label: ['SAP接口名称（空为未接入）', 'Name of the adapter to SAP (empty: none)'],
    initial: '',
  },
  {
    key: 'as.sap.personWhs',
    label: ['个人库对应的SAP仓库（空为不入SAP）', 'SAP warehouse of the vans (empty: vans are not in SAP)'],
    initial: '',
  },
  { key: 'as.stock.closedMonth', label: ['已关账的库存月份', 'Last closed stock month'], initial: '' },
];

/** The room of materials: items, stores, and the only path of stock movements. */
export default {
  name: 'materials',
  title: ['物料', 'Materials'],
  needs: ['masterdata'],
  load: 'frame',
  topMenu: { code: 'materials', label: ['物料', 'Materials'], icon: 'package', sort: 2 },
  papers: [
    material,
    accessory,
    consumable,
    warehouse,
    stock,
    stockMove,
    reservation,
    stockAdjustment,
    stockAdjustmentLine,
  ],
  dictionaries: Object.values(dictionaries),
  groups: [{ code: 'materials', label: ['物料', 'Materials'], icon: 'package', sort: 50 }],
  parameters,
} satisfies Room;
