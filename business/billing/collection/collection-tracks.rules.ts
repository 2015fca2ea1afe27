import { text } from '#kernel/fields/text/text.ts';
import { dict } from '#kernel/fields/dict/dict.ts';
import { money } from '#kernel/fields/money/money.ts';
import { lifecycle, track } from '#kernel/language/lifecycle.ts';
import { collectApproval, invoiceStatus, invoiceType, transmitStatus } from '../dictionaries.ts';
import { refuse } from '../refusals.ts';

const reason = text(['原因', 'Reason'], { required: true, max: 255, wide: true });

/** The track of cash, which the collector hands over to finance or a leader. */
const handOver = track({
  field: 'transmitStatus',
  states: transmitStatus,
  actions: {
    handOver: {
      label: ['收款上缴', 'Collect'],
      from: ['none'],
      to: 'transmitted',
      roles: ['as_finance', 'as_leader'],
      call: { path: 'updateTransmit' },
      said: ['已交款', 'Handed over'],
      icon: 'banknote',
      prominent: true,
      money: 'amount',
    },
    undoHandOver: {
      label: ['撤销收款上缴', 'Undo the collection'],
      from: ['transmitted'],
      to: 'none',
      roles: ['as_finance', 'as_leader'],
      undoes: 'handOver',
      money: 'amount',
      said: ['已撤销收款上缴', 'Collection undone'],
      icon: 'undo-2',
    },
  },
  moves: [
    ['*', 'none', 'add'],
    ['*', 'notNeeded', 'add'],
  ],
  ends: ['notNeeded', 'transmitted'],
});

/** An invoice covers one or more rows of one customer; cancelling it frees them. */
const invoicing = track({
  field: 'invoiceStatus',
  states: invoiceStatus,
  actions: {
    invoice: {
      label: ['开票', 'Invoice'],
      from: ['none', 'cancelled'],
      to: 'invoiced',
      roles: ['as_finance'],
      call: { path: 'updateInvoicing' },
      said: ['已开票', 'Invoiced'],
      icon: 'receipt',
      batch: true,
      together: true,
      asks: {
        invoiceType: dict(invoiceType, ['发票类型', 'Invoice type'], { required: true }),
        invoiceNo: text(['发票号码', 'Invoice no.'], { required: true, max: 64, code: true }),
        invoiceTitle: text(['发票抬头', 'Title'], { required: true, max: 100 }),
        taxNo: text(['税号', 'Tax no.'], { max: 32, code: true }),
        invoiceAmount: money(['开票金额', 'Amount'], { required: true }),
      },
      money: 'amount',
    },
    undoInvoice: {
      label: ['撤销开票', 'Undo the invoice'],
      from: ['invoiced'],
      to: 'none',
      roles: ['as_finance'],
      undoes: 'invoice',
      money: 'amount',
      said: ['已撤销开票', 'Invoice undone'],
      icon: 'undo-2',
      batch: true,
      together: true,
    },
    cancelInvoice: {
      label: ['冲销发票', 'Cancel the invoice'],
      from: ['invoiced'],
      to: 'cancelled',
      roles: ['as_finance'],
      call: { path: 'cancelInvoicing' },
      asks: { reason },
      said: ['发票已冲销', 'Invoice cancelled'],
      icon: 'ban',
      money: 'invoiceAmount',
      danger: true,
      batch: true,
      together: true,
    },
  },
  moves: [
    ['*', 'none', 'add'],
    ['invoiced', 'cancelled', 'cancelInvoicing'],
    ['invoiced', 'none', 'undoInvoicing'],
  ],
  ends: ['cancelled'],
});

/** Finance approves the row; afterwards it does not change. */
export const collectionLifecycle = lifecycle({
  field: 'approvalStatus',
  states: collectApproval,
  actions: {
    approve: {
      label: ['审核', 'Approve'],
      from: ['none'],
      to: 'approved',
      roles: ['as_finance'],
      judges: { of: 'paper', no: () => refuse.ownCollection() },
      call: { path: 'updateApproval' },
      said: ['已审核', 'Approved'],
      icon: 'check',
      prominent: true,
      money: 'amount',
    },
    undoApproval: {
      label: ['撤销审核', 'Undo the approval'],
      from: ['approved'],
      to: 'none',
      roles: ['as_finance'],
      judges: false,
      undoes: 'approve',
      money: 'amount',
      said: ['已撤销审核', 'Approval undone'],
      icon: 'undo-2',
    },
    cancelApproval: {
      label: ['取消审核', 'Take the approval back'],
      from: ['approved'],
      to: 'none',
      roles: ['as_finance_lead'],
      judges: { of: 'paper', no: () => refuse.ownCollection() },
      call: { path: 'cancelApproval' },
      asks: { reason },
      said: ['已取消审核', 'Approval taken back'],
      icon: 'undo-2',
      money: 'amount',
      danger: true,
      batch: true,
    },
  },
  tracks: [handOver, invoicing],
  moves: [
    ['*', 'none', 'add'],
    ['none', 'approved', 'payment'],
  ],
  editable: { none: 'all' },
  removable: ['none'],
  ends: ['approved'],
});
