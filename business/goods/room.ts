import type { Parameter, Room } from '#kernel/language/room.ts';
import { materialApplyLine } from './apply/material-apply-line.paper.ts';
import { materialApply } from './apply/material-apply.paper.ts';
import * as dictionaries from './dictionaries.ts';
import { flowRights } from './rights.rules.ts';
import { materialShipmentLine } from './shipment/material-shipment-line.paper.ts';
import { materialReturnLine } from './returns/material-return-line.paper.ts';
import { materialReturn } from './returns/material-return.paper.ts';
import { sapFlow } from './sap/sap-flow.paper.ts';
import { materialShipment } from './shipment/material-shipment.paper.ts';
import { toolApply } from './tools/tool-apply.paper.ts';
import { toolLine } from './tools/tool-line.paper.ts';
import { tool } from './tools/tool.paper.ts';

const parameters: readonly Parameter[] = [
  {
    key: 'bench.target.handedOver',
    label: ['工作台目标：准时移交（%）', 'Workbench target: handed over in time (%)'],
    initial: '95',
  },
  {
    key: 'bench.target.partsReady',
    label: ['工作台目标：三天内上门的备齐（%）', 'Workbench target: parts ready for three days (%)'],
    initial: '97',
  },
  {
    key: 'bench.target.sapEqual',
    label: ['工作台目标：账实一致（%）', 'Workbench target: equal to SAP (%)'],
    initial: '99.8',
  },
  {
    key: 'as.material.examineLimit',
    label: ['领料审核需上一级的金额（元）', 'Value above which a request needs the store or the manager (CNY)'],
    initial: '2000',
  },
  {
    key: 'as.material.publishLimit',
    label: ['领料下发、直接发料需经理的金额（元）', 'Value above which a release needs the manager (CNY)'],
    initial: '5000',
  },
  {
    key: 'as.material.oldPartDays',
    label: ['旧件返还期限（天）', 'Days within which old parts are returned'],
    initial: '15',
  },
  {
    key: 'as.material.oldPartLimit',
    label: ['逾期旧件达到几件不能再领料', 'Overdue old parts that block new requests'],
    initial: '5',
  },
  {
    key: 'as.material.draftOnDispatch',
    label: [
      '派工后缺建议备件时自动生成领料草稿（true/false）',
      'Draft a request when a dispatched order lacks suggested parts (true/false)',
    ],
    initial: 'false',
  },
  {
    key: 'as.sap.consumption',
    label: ['用料每夜推送SAP（true/false）', 'Send used parts to SAP each night (true/false)'],
    initial: 'false',
  },
  {
    key: 'as.tool.blockOverdue',
    label: ['有逾期工具不能再申请（true/false）', 'Overdue tools block new applications (true/false)'],
    initial: 'true',
  },
];

/** Goods that leave the store and come back, what SAP gets of them, and tools. */
export default {
  name: 'goods',
  title: ['领发料', 'Goods'],
  needs: [
    'masterdata',
    'messaging',
    'customers',
    'materials',
    'scheduling',
    'intake',
    'dispatch',
    'completion',
    'piecework',
    'mobile',
  ],
  load: 'later',
  topMenu: 'materials',
  papers: [
    materialApply,
    materialApplyLine,
    materialShipment,
    materialShipmentLine,
    materialReturn,
    materialReturnLine,
    sapFlow,
    tool,
    toolApply,
    toolLine,
  ],
  dictionaries: Object.values(dictionaries),
  groups: [
    { code: 'goods', label: ['领发', 'Issue and receipt'], icon: 'package', sort: 52 },
    { code: 'tools', label: ['工具', 'Tools'], icon: 'wrench', sort: 54 },
  ],
  pages: [
    {
      code: 'store-board',
      label: ['仓库看板', 'Warehouse board'],
      group: 'goods',
      icon: 'layout-dashboard',
      path: '/maintenance/storeBoard',
      sort: 2,
      roles: ['as_store', 'as_store_lead', 'as_manager', 'as_admin'],
      wide: true,
    },
    {
      code: 'ship-scan',
      label: ['扫码移交', 'Hand over by scanning'],
      group: 'goods',
      icon: 'scan-line',
      path: '/maintenance/asmaterialshipments/scan',
      sort: 4,
      roles: ['as_store', 'as_store_lead', 'as_admin'],
      wide: true,
    },
    {
      code: 'shelf-count',
      label: ['扫码盘点', 'Count by scanning'],
      group: 'goods',
      icon: 'clipboard-check',
      path: '/maintenance/asstockadjust/scan',
      sort: 50,
      roles: ['as_store', 'as_store_lead', 'as_manager', 'as_admin'],
      wide: true,
    },
    {
      code: 'sap-differences',
      label: ['SAP差异', 'Differences to SAP'],
      group: 'goods',
      icon: 'git-merge',
      path: '/maintenance/assapwarehouseflow/differences',
      sort: 42,
      roles: [...flowRights.read],
      wide: true,
    },
    {
      code: 'goods-labels',
      label: ['标签', 'Labels'],
      group: 'goods',
      icon: 'tag',
      path: '/maintenance/goods/labels',
      sort: 60,
      roles: ['as_store', 'as_store_lead', 'as_admin'],
    },
  ],
  parameters,
} satisfies Room;
