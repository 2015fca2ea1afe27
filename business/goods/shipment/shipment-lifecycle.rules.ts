import { dict } from '#kernel/fields/dict/dict.ts';
import { text } from '#kernel/fields/text/text.ts';
import { type StructuredPart, rowsOfLines } from '#kernel/fields/structured/structured.ts';
import { lifecycle, track } from '#kernel/language/lifecycle.ts';
import { documentStatus, sapStatus, shipWay } from '../dictionaries.ts';
import { refuse } from '#business/materials/refusals.ts';
import { byPhone } from '../apply/apply-lifecycle.rules.ts';
import { SAP_MOVES } from '../sap/sap-track.rules.ts';

const serials: StructuredPart = { name: 'serialNos', label: ['序列号', 'Serial nos.'], type: 'text', several: true };

/** A counted line at the hand-over. */
export interface CountedLine {
  readonly id: string;
  readonly shipQty: string | number;
  readonly serialNos?: string;
  readonly diffReason?: string;
}

const counted: readonly StructuredPart[] = [
  { name: 'shipQty', label: ['实发数量', 'Shipped'], type: 'number', required: true },
  serials,
  { name: 'diffReason', label: ['差异原因', 'Difference'], type: 'text' },
];

/** A line of a receipt: the quantity that has arrived in all. */
export interface ReceivedLine {
  readonly id: string;
  readonly receivedQty: string | number;
  readonly serialNos?: string;
  readonly diffReason?: string;
}

const received: readonly StructuredPart[] = [
  { name: 'receivedQty', label: ['累计签收数量', 'Received in all'], type: 'number', required: true },
  serials,
  { name: 'diffReason', label: ['差异原因', 'Difference'], type: 'text' },
];

const note = text(['审批意见', 'Opinion'], { max: 255, wide: true });
const judges = { of: 'paper', no: () => refuse.ownDocument() } as const;

/** Shipments of companies with SAP are pushed once they are handed over. */
const sap = track({
  field: 'sapStatus',
  states: sapStatus,
  actions: {
    sendOutPush: {
      label: ['推送SAP', 'Push to SAP'],
      from: ['none', 'failed'],
      to: 'queued',
      roles: ['as_store'],
      batch: true,
      said: ['已排队推送', 'Queued for SAP'],
      icon: 'upload',
    },
  },
  moves: [
    ['*', 'notNeeded', 'transmit'],
    ['notNeeded', 'none', 'transmit'],
    ['none', 'notNeeded', 'revert'],
    ...SAP_MOVES,
  ],
  ends: ['notNeeded', 'pushed', 'skipped'],
});

/** A shipment: written, approved with a reservation, handed over, received, closed. */
export const shipmentLifecycle = lifecycle({
  field: 'documentStatus',
  states: documentStatus,
  actions: {
    submit: {
      label: ['提交', 'Submit'],
      from: ['*', 'draft', 'returned'],
      to: 'submitted',
      roles: ['as_store'],
      call: { path: 'submit' },
      said: ['已提交', 'Submitted'],
      icon: 'send',
      prominent: true,
    },
    sendOutApproval: {
      label: ['发料审批', 'Approve sending'],
      from: ['submitted'],
      to: 'approved',
      roles: ['as_store_lead', 'as_manager'],
      judges,
      asks: { note },
      batch: true,
      said: ['已审批，库存已占用', 'Approved, the stock is reserved'],
      icon: 'check',
      prominent: true,
    },
    approvalBack: {
      label: ['退回', 'Send back'],
      from: ['submitted', 'approved'],
      to: 'returned',
      roles: ['as_store_lead', 'as_manager'],
      judges: false,
      asks: { note: text(['退回原因', 'Reason'], { required: true, max: 255, wide: true }) },
      batch: true,
      said: ['已退回', 'Sent back'],
      icon: 'undo-2',
      danger: true,
    },
    sendOutTransmit: {
      label: ['移交', 'Hand over'],
      from: ['approved'],
      to: 'transmitted',
      roles: ['as_store'],
      asks: {
        shipWay: dict(shipWay, ['交付方式', 'Delivery way']),
        carrier: text(['物流公司', 'Carrier'], { max: 64 }),
        trackingNo: text(['物流单号', 'Tracking no.'], { max: 64 }),
        lines: rowsOfLines<CountedLine>(['清点明细', 'Counted lines'], counted, {
          of: 'lines',
          shows: ['itemName', 'unit', 'planQty', 'availableQty'],
          starts: { shipQty: 'shipQty', serialNos: 'serialNos', diffReason: 'diffReason' },
          reason: { part: 'diffReason', below: 'shipQty' },
        }),
      },
      batch: true,
      said: ['已移交', 'Handed over'],
      icon: 'package',
      prominent: true,
    },
    receive: {
      label: ['签收', 'Receive'],
      from: ['transmitted'],
      to: 'transmitted',
      roles: ['as_technician', 'as_store'],
      asks: {
        lines: rowsOfLines<ReceivedLine>(['签收明细', 'Received lines'], received, {
          of: 'lines',
          shows: ['itemName', 'unit', 'shipQty'],
          starts: { receivedQty: 'shipQty', serialNos: 'serialNos', diffReason: 'diffReason' },
        }),
        at: byPhone,
      },
      said: ['已签收', 'Received'],
      icon: 'package',
      prominent: true,
    },
    revert: {
      label: ['撤销移交', 'Undo the hand-over'],
      from: ['transmitted'],
      to: 'approved',
      roles: ['as_manager'],
      asks: { reason: text(['撤销原因', 'Reason'], { required: true, max: 255, wide: true }) },
      said: ['已撤销移交', 'The hand-over is undone'],
      icon: 'undo-2',
      danger: true,
    },
    sendOutClose: {
      label: ['关闭', 'Close'],
      from: ['transmitted'],
      to: 'closed',
      roles: ['as_store'],
      asks: { reason: text(['差异原因', 'Why short'], { max: 255, wide: true }) },
      batch: true,
      said: ['已关闭', 'Closed'],
      icon: 'archive',
    },
  },
  tracks: [sap],
  moves: [['*', 'draft', 'submit']],
  editable: { draft: 'all', returned: 'all' },
  removable: ['draft', 'returned'],
  ends: ['closed'],
  unused: ['published', 'partShipped', 'shipped', 'cancelled'],
});
