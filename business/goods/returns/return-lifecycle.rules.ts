import { text } from '#kernel/fields/text/text.ts';
import { type StructuredPart, rowsOfLines } from '#kernel/fields/structured/structured.ts';
import { lifecycle, track } from '#kernel/language/lifecycle.ts';
import { materialStatus } from '#business/materials/dictionaries.ts';
import { refuse } from '#business/materials/refusals.ts';
import { byPhone } from '../apply/apply-lifecycle.rules.ts';
import { documentStatus, sapStatus } from '../dictionaries.ts';
import { SAP_MOVES } from '../sap/sap-track.rules.ts';

/** A line under inspection. */
export interface InspectedLine {
  readonly id: string;
  readonly acceptQty?: string | number;
  readonly checkedStatus?: string;
  readonly serialNos?: string;
  readonly remark?: string;
}

const choices = Object.fromEntries(
  Object.entries(materialStatus.items).map(([key, [zh, en]]) => [key, [zh, en] as const]),
);

const parts: readonly StructuredPart[] = [
  { name: 'acceptQty', label: ['实收数量', 'Accepted'], type: 'number' },
  { name: 'checkedStatus', label: ['检验状态', 'Inspected condition'], type: 'choice', choices },
  { name: 'serialNos', label: ['实收序列号', 'Accepted serial nos.'], type: 'text', several: true },
  { name: 'remark', label: ['差异原因', 'Difference'], type: 'text' },
];

const judges = { of: 'paper', no: () => refuse.ownDocument() } as const;

/** Returns are sent to SAP when they are taken over. */
const sap = track({
  field: 'sapStatus',
  states: sapStatus,
  actions: {},
  moves: [['*', 'notNeeded', 'transmit'], ['notNeeded', 'queued', 'transmit'], ...SAP_MOVES],
  ends: ['notNeeded', 'pushed', 'skipped'],
  unused: ['none'],
});

/** A return: written, inspected, taken over by the store, closed. */
export const returnLifecycle = lifecycle({
  field: 'documentStatus',
  states: documentStatus,
  actions: {
    submit: {
      label: ['提交', 'Submit'],
      from: ['*', 'draft', 'returned'],
      to: 'submitted',
      roles: ['as_technician', 'as_store'],
      call: { path: 'submit' },
      asks: { at: byPhone },
      batch: true,
      said: ['已提交，库存已占用', 'Submitted, the stock is reserved'],
      icon: 'send',
      prominent: true,
    },
    sendOutExamine: {
      label: ['检验通过', 'Accept'],
      from: ['submitted'],
      to: 'approved',
      call: { path: 'sendOutExamine', when: { pass: 'true' } },
      roles: ['as_store'],
      judges,
      asks: {
        lines: rowsOfLines<InspectedLine>(['检验明细', 'Inspected lines'], parts, {
          of: 'lines',
          shows: ['itemName', 'unit', 'materialStatus', 'returnReason', 'returnQty'],
          starts: {
            acceptQty: 'returnQty',
            checkedStatus: 'materialStatus',
            serialNos: 'serialNos',
            remark: 'remark',
          },
          filled: ['serialNos'],
          reason: { part: 'remark', below: 'acceptQty' },
        }),
        note: text(['审核意见', 'Opinion'], { max: 255, wide: true }),
      },
      said: ['已检验', 'Inspected'],
      icon: 'check',
      prominent: true,
    },
    sendBack: {
      label: ['退回', 'Send back'],
      from: ['submitted'],
      to: 'returned',
      call: { path: 'sendOutExamine', when: { pass: 'false' } },
      roles: ['as_store'],
      judges,
      asks: { note: text(['退回原因', 'Reason'], { required: true, max: 255, wide: true }) },
      said: ['已退回', 'Sent back'],
      icon: 'x',
      danger: true,
    },
    sendOutTransmit: {
      label: ['接收入库', 'Take over'],
      from: ['approved'],
      to: 'transmitted',
      roles: ['as_store'],
      batch: true,
      said: ['已入库', 'Taken over'],
      icon: 'package',
      prominent: true,
    },
    sendOutClose: {
      label: ['关闭', 'Close'],
      from: ['transmitted'],
      to: 'closed',
      roles: ['as_store'],
      batch: true,
      said: ['已关闭', 'Closed'],
      icon: 'archive',
    },
  },
  tracks: [sap],
  moves: [['*', 'draft', 'submit']],
  editable: { draft: 'all', returned: 'all' },
  removable: ['draft'],
  ends: ['closed'],
  unused: ['published', 'partShipped', 'shipped', 'cancelled'],
});
