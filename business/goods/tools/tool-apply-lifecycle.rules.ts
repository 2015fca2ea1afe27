import { money } from '#kernel/fields/money/money.ts';
import { type StructuredPart, rowsOfLines } from '#kernel/fields/structured/structured.ts';
import { text } from '#kernel/fields/text/text.ts';
import { lifecycle } from '#kernel/language/lifecycle.ts';
import { refuse } from '#business/materials/refusals.ts';
import { byPhone } from '../apply/apply-lifecycle.rules.ts';
import { toolApplyStatus } from '../dictionaries.ts';

/** A line of a hand-over or a return. Returned, damaged and lost quantities are those in all. */
export interface ToolCount {
  readonly id: string;
  readonly outQty?: string | number;
  readonly returnQty?: string | number;
  readonly damageQty?: string | number;
  readonly lostQty?: string | number;
  readonly compensateAmount?: string | number;
}

const part = (name: string, zh: string, en: string): StructuredPart => ({ name, label: [zh, en], type: 'number' });
const damaged = part('damageQty', '累计损坏', 'Damaged in all');

/** Fields of a line that the dialogs of tools show beside the inputs. */
const tool = ['toolName', 'serialNo'];

const judges = { of: 'paper', no: () => refuse.ownDocument() } as const;

/** An application for tools: approved, handed out, returned or paid for. */
export const toolApplyLifecycle = lifecycle({
  field: 'toolApplyStatus',
  states: toolApplyStatus,
  actions: {
    submit: {
      label: ['提交', 'Submit'],
      from: ['*', 'draft', 'returned'],
      to: 'submitted',
      roles: ['as_technician'],
      call: { path: 'submit' },
      asks: { at: byPhone },
      batch: true,
      said: ['已提交', 'Submitted'],
      icon: 'send',
      prominent: true,
    },
    approve: {
      label: ['审批', 'Approve'],
      from: ['submitted'],
      to: 'approved',
      call: { path: 'update', action: 'approve' },
      roles: ['as_leader', 'as_store'],
      judges,
      asks: { note: text(['审批意见', 'Opinion'], { max: 255, wide: true }) },
      said: ['已审批', 'Approved'],
      icon: 'check',
      prominent: true,
    },
    reject: {
      label: ['退回', 'Send back'],
      from: ['submitted'],
      to: 'returned',
      call: { path: 'update', action: 'reject' },
      roles: ['as_leader', 'as_store'],
      judges,
      asks: { note: text(['退回原因', 'Reason'], { required: true, max: 255, wide: true }) },
      said: ['已退回', 'Sent back'],
      icon: 'x',
      danger: true,
    },
    handOut: {
      label: ['发放', 'Hand out'],
      from: ['approved'],
      to: 'handedOut',
      // Nothing is handed out of an application that its technician never collects.
      or: ['closed'],
      call: { path: 'update', action: 'handOut' },
      roles: ['as_store'],
      asks: {
        lines: rowsOfLines<ToolCount>(['发放明细', 'Handed out'], [part('outQty', '发放数量', 'Handed out')], {
          of: 'lines',
          shows: [...tool, 'applyQty', 'outPhoto'],
          starts: { outQty: 'applyQty' },
        }),
      },
      said: ['已发放', 'Handed out'],
      icon: 'package',
      prominent: true,
    },
    return: {
      label: ['归还', 'Take back'],
      from: ['handedOut', 'partReturned'],
      to: 'partReturned',
      or: ['closed'],
      call: { path: 'update', action: 'return' },
      roles: ['as_store'],
      asks: {
        lines: rowsOfLines<ToolCount>(
          ['归还明细', 'Returned'],
          [part('returnQty', '累计归还', 'Returned in all'), damaged],
          {
            of: 'lines',
            shows: [...tool, 'outPhoto', 'returnPhoto', 'outQty', 'returnQty', 'lostQty'],
            starts: { returnQty: 'dueQty', damageQty: 'damageQty' },
          },
        ),
      },
      said: ['已归还', 'Taken back'],
      icon: 'undo-2',
      prominent: true,
    },
    lost: {
      label: ['报丢失', 'Report lost'],
      from: ['handedOut', 'partReturned'],
      to: 'partReturned',
      or: ['closed'],
      call: { path: 'update', action: 'lost' },
      roles: ['as_store'],
      asks: {
        lines: rowsOfLines<ToolCount>(
          ['丢失明细', 'Lost'],
          [part('lostQty', '累计丢失', 'Lost in all'), part('compensateAmount', '本次赔偿', 'Compensation now')],
          {
            of: 'lines',
            shows: [...tool, 'outPhoto', 'outQty', 'returnQty', 'residualValue'],
            starts: { lostQty: 'lostQty' },
          },
        ),
        // The screen asks for the amount of each line.
        compensateAmount: money(['赔偿金额（单行）', 'Compensation (one line)'], { wire: true }),
        note: text(['说明', 'Note'], { max: 255, wide: true }),
      },
      said: ['已登记丢失', 'The loss is stored'],
      icon: 'ban',
      danger: true,
    },
  },
  moves: [['*', 'draft', 'submit']],
  editable: { draft: 'all', returned: 'all' },
  removable: ['draft', 'returned'],
  ends: ['closed'],
});
