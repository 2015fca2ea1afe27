import { day } from '#kernel/fields/day/day.ts';
import { flag } from '#kernel/fields/flag/flag.ts';
import { dict } from '#kernel/fields/dict/dict.ts';
import { quantity } from '#kernel/fields/quantity/quantity.ts';
import { id } from '#kernel/fields/ref/ref.ts';
import { call } from '#kernel/language/calls/call.ts';
import { anyText, list, record } from '#kernel/language/calls/shape.ts';
import { materialStatus } from '#business/materials/dictionaries.ts';
import { returnReason, returnType } from '../dictionaries.ts';
import { materialReturn } from './material-return.paper.ts';

const technicianId = id(['技师', 'Technician'], { required: true });
const qty = (zh: string, en: string) => quantity([zh, en], { required: true });

/** The old parts that a technician owes, the oldest first. */
export const oldPartsOwed = call(materialReturn, 'owed', {
  method: 'GET',
  needs: 'view',
  title: ['未返还旧件', 'Old parts owed'],
  query: { technicianId },
  answer: list(
    record({
      completionSuppliesId: anyText,
      completionId: anyText,
      completionNo: anyText,
      materialId: anyText,
      itemCode: anyText,
      itemName: anyText,
      qty: qty('未返还', 'Owed'),
      since: day(['完工日期', 'Since'], { required: true }),
      dueDate: day(['应返还日期', 'Due'], { required: true }),
      overdue: flag(['逾期', 'Overdue'], { required: true }),
    }),
  ),
});

const proposed = record({
  materialId: anyText,
  itemCode: anyText,
  itemName: anyText,
  materialStatus: dict(materialStatus, ['物料状态', 'StockCondition'], { required: true }),
  serialNos: anyText,
  returnQty: qty('退料数量', 'Returned'),
  completionSuppliesId: anyText,
  returnReason: dict(returnReason, ['退料原因', 'Reason'], { required: true }),
});

/** Lines that a technician could return: of a shipment, of owed old parts, or everything for one who leaves. */
export const proposedReturn = call(materialReturn, 'proposal', {
  method: 'GET',
  needs: 'view',
  title: ['退料建议', 'Proposed return'],
  query: {
    technicianId,
    returnType: dict(returnType, ['退料类型', 'Type'], { required: true }),
    materialShipmentsId: id(['原发料单', 'Original shipment']),
  },
  answer: record({
    lines: list(proposed),
    inTransit: list(record({ id: anyText, shipmentNo: anyText, totalQty: qty('在途', 'In transit') })),
    tools: list(
      record({ id: anyText, toolApplyId: anyText, toolApplyNo: anyText, toolName: anyText, qty: qty('未还', 'Held') }),
    ),
  }),
});
