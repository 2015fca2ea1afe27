import { moment } from '#kernel/fields/moment/moment.ts';
import { text } from '#kernel/fields/text/text.ts';
import { type StructuredPart, rowsOfLines } from '#kernel/fields/structured/structured.ts';
import { lifecycle } from '#kernel/language/lifecycle.ts';
import { documentStatus } from '../dictionaries.ts';
import { refuse } from '#business/materials/refusals.ts';

/** A line under examination. */
export interface ExaminedLine {
  readonly id: string;
  readonly approvedQty: string | number;
}

const parts: readonly StructuredPart[] = [
  { name: 'approvedQty', label: ['核准数量', 'Approved'], type: 'number', required: true },
];

/** Time of a step by the phone's clock; only the phone sends it. */
export const byPhone = moment(['手机时间', 'Time by the phone’s clock'], { wire: true });

const judges = { of: 'paper', no: () => refuse.ownDocument() } as const;

/** A request for material: requested, examined, released to the store, shipped, closed. */
export const applyLifecycle = lifecycle({
  field: 'documentStatus',
  states: documentStatus,
  actions: {
    submit: {
      label: ['提交', 'Submit'],
      from: ['*', 'draft', 'returned'],
      to: 'submitted',
      roles: ['as_technician', 'as_cs'],
      call: { path: 'submit' },
      asks: { at: byPhone },
      batch: true,
      said: ['已提交', 'Submitted'],
      icon: 'send',
      prominent: true,
    },
    examine: {
      label: ['审核', 'Approve'],
      from: ['submitted'],
      to: 'approved',
      call: { path: 'update', action: 'examine', when: { pass: 'true' } },
      roles: ['as_leader', 'as_store', 'as_manager'],
      judges,
      asks: {
        lines: rowsOfLines<ExaminedLine>(['核准明细', 'Approved lines'], parts, {
          of: 'lines',
          shows: ['itemName', 'spec', 'unit', 'applyQty', 'availableQty', 'personQty'],
          starts: { approvedQty: 'applyQty' },
        }),
        note: text(['审核意见', 'Opinion'], { max: 255, wide: true }),
      },
      said: ['已审核', 'Approved'],
      icon: 'check',
      prominent: true,
    },
    sendBack: {
      label: ['退回', 'Send back'],
      from: ['submitted'],
      to: 'returned',
      call: { path: 'update', action: 'examine', when: { pass: 'false' } },
      roles: ['as_leader', 'as_store', 'as_manager'],
      judges,
      asks: { note: text(['退回原因', 'Reason'], { required: true, max: 255, wide: true }) },
      said: ['已退回', 'Sent back'],
      icon: 'x',
      danger: true,
    },
    publish: {
      label: ['下发', 'Release'],
      from: ['submitted', 'approved'],
      to: 'published',
      roles: ['as_store', 'as_manager'],
      said: ['已下发到仓库', 'Released to the warehouse'],
      icon: 'package',
      prominent: true,
    },
    closeLines: {
      label: ['关闭余量', 'Close the rest'],
      from: ['published', 'partShipped'],
      to: 'closed',
      call: { path: 'update', action: 'closeLines' },
      roles: ['as_store'],
      asks: { reason: text(['关闭原因', 'Reason'], { required: true, max: 255, wide: true }) },
      said: ['已关闭', 'Closed'],
      icon: 'archive',
    },
    cancel: {
      label: ['取消', 'Cancel'],
      from: ['draft', 'returned', 'submitted'],
      to: 'cancelled',
      call: { path: 'update', action: 'cancel' },
      roles: ['as_technician'],
      said: ['已取消', 'Cancelled'],
      icon: 'ban',
    },
  },
  moves: [
    ['*', 'draft', 'submit'],
    ['published', 'partShipped', 'transmit'],
    ['published', 'shipped', 'transmit'],
    ['partShipped', 'shipped', 'transmit'],
    ['partShipped', 'published', 'revert'],
    ['shipped', 'partShipped', 'revert'],
    ['shipped', 'published', 'revert'],
    ['shipped', 'closed', 'shipmentsClosed'],
    ['approved', 'cancelled', 'orderCancelled'],
    ['published', 'closed', 'orderCancelled'],
    ['partShipped', 'closed', 'orderCancelled'],
  ],
  editable: { draft: 'all', returned: 'all' },
  removable: ['draft'],
  ends: ['closed', 'cancelled'],
  unused: ['transmitted'],
  governed: { start: 'submit', approve: 'examine', reject: 'sendBack', withdraw: 'cancel', closed: ['publish'] },
});
