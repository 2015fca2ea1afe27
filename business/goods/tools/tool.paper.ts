import { day } from '#kernel/fields/day/day.ts';
import { dict } from '#kernel/fields/dict/dict.ts';
import { file } from '#kernel/fields/file/file.ts';
import { flag } from '#kernel/fields/flag/flag.ts';
import { money } from '#kernel/fields/money/money.ts';
import { quantity } from '#kernel/fields/quantity/quantity.ts';
import { ref } from '#kernel/fields/ref/ref.ts';
import { text } from '#kernel/fields/text/text.ts';
import { paper } from '#kernel/language/paper.ts';
import { trackMode, unit } from '#business/materials/dictionaries.ts';
import { toolCategory, toolStatus } from '../dictionaries.ts';
import { toolRights } from '../rights.rules.ts';
import { toolLifecycle } from './tool-lifecycle.rules.ts';

/** A tool of the company: one piece with a number, or several of a kind. */
export const tool = paper('tool', {
  title: ['工具', 'Tool'],
  table: 'astool',
  path: 'blade-maintenance/webApi/astool',
  rights: toolRights,
  sight: 'shared',
  caption: 'toolName',
  hint: ['toolCode', 'serialNo'],
  search: ['toolCode', 'toolName', 'spec', 'serialNo'],
  lifecycle: toolLifecycle,
  fields: {
    toolCode: text(['工具编码', 'Tool code'], {
      required: true,
      unique: true,
      list: true,
      filter: 'like',
      max: 32,
      code: true,
    }),
    toolName: text(['工具名称', 'Tool'], { required: true, list: true, filter: 'like', max: 100 }),
    toolCategory: dict(toolCategory, ['工具类别', 'Category'], { required: true, list: true, filter: 'exact' }),
    spec: text(['规格', 'Specification'], { list: true, filter: 'like', max: 100 }),
    trackMode: dict(trackMode, ['管理方式', 'Tracking'], {
      required: true,
      list: true,
      filter: 'exact',
      initial: 'qty',
    }),
    serialNo: text(['出厂编号', 'Serial no.'], { list: true, filter: 'like', max: 64, code: true }),
    unit: dict(unit, ['单位', 'Unit'], { required: true, list: true, initial: 'pcs' }),
    totalQty: quantity(['总数量', 'Quantity owned'], { required: true, list: true, initial: '1' }),
    outQty: quantity(['借出数量', 'Handed out'], { auto: true, list: true }),
    // Not in the design: what is lost, away or scrapped of a tool counted by quantity.
    lostQty: quantity(['丢失数量', 'Lost'], { auto: true }),
    repairQty: quantity(['维修校准数量', 'In repair'], { auto: true }),
    scrapQty: quantity(['报废数量', 'Scrapped'], { auto: true }),
    availableQty: quantity(['可用数量', 'Available'], { computed: true, list: true }),
    warehouseId: ref('warehouse', ['存放仓库', 'Kept in'], { required: true, list: true, filter: 'exact' }),
    holderId: ref('technician', ['当前持有人', 'Held by'], { auto: true, list: true, filter: 'exact' }),
    purchaseDate: day(['购置日期', 'Bought'], { list: true, filter: 'range' }),
    purchasePrice: money(['购置价', 'Price'], { list: true }),
    monthlyDepreciation: money(['月折旧', 'Depreciation a month']),
    needCalibrate: flag(['需校准', 'Calibrated tool'], { list: true, filter: 'exact' }),
    calibrateDue: day(['校准到期', 'Calibration due'], { list: true, filter: 'range' }),
    // Not in the design: within 30 days the tool must be calibrated.
    calibrationDue: flag(['待校准', 'Calibration due'], { computed: true, list: true, filter: 'exact' }),
    toolStatus: dict(toolStatus, ['状态', 'State'], { auto: true, list: true, filter: 'exact' }),
    scrapReason: text(['报废原因', 'Why scrapped'], { auto: true, max: 255, wide: true }),
    imageFile: file(['图片', 'Picture'], { takes: 'image' }),
    remark: text(['备注', 'Remark'], { max: 255, wide: true }),
  },
  groups: [
    {
      label: ['工具', 'Tool'],
      fields: [
        'toolCode',
        'toolName',
        'toolCategory',
        'spec',
        'trackMode',
        'serialNo',
        'unit',
        'warehouseId',
        'imageFile',
        'remark',
      ],
    },
    {
      label: ['数量', 'Quantities'],
      fields: [
        'totalQty',
        'outQty',
        'lostQty',
        'repairQty',
        'scrapQty',
        'availableQty',
        'holderId',
        'toolStatus',
        'scrapReason',
      ],
    },
    { label: ['价值', 'Value'], fields: ['purchaseDate', 'purchasePrice', 'monthlyDepreciation'] },
    { label: ['校准', 'Calibration'], fields: ['needCalibrate', 'calibrateDue', 'calibrationDue'] },
  ],
  shownWhen: { calibrateDue: { field: 'needCalibrate', is: [true] } },
  views: {
    inStock: { label: ['在库', 'In store'], filter: { toolStatus: 'inStock' } },
    out: { label: ['借出', 'Out'], filter: { toolStatus: 'out' } },
    away: { label: ['维修校准', 'In repair'], filter: { toolStatus: 'repairing,calibrating' } },
    calibration: { label: ['待校准', 'Calibration due'], filter: { calibrationDue: 'true' }, worry: true },
  },
  buttons: { scrapAbove: { label: ['报废超限工具', 'Scrap above the limit'], roles: ['as_manager'] } },
  columns: [
    'toolName',
    'toolStatus',
    'toolCode',
    'serialNo',
    'availableQty',
    'holderId',
    'calibrateDue',
    'warehouseId',
  ],
  card: ['toolName', 'toolStatus', 'toolCode', 'availableQty', 'holderId'],
  menu: { group: 'tools', icon: 'wrench', path: '/maintenance/astool', sort: 10 },
  logAs: 'tool',
});
