import { dictionary } from '#kernel/language/dictionary.ts';

export const collectType = dictionary('collect_type', ['费用类型', 'Fee type'], {
  labor: ['人工费', 'Labour'],
  material: ['材料费', 'Material'],
  mileage: ['里程费', 'Mileage'],
  visit: ['上门费', 'Call-out'],
  scheme: ['方案费', 'Contract fee'],
  card: ['服务卡', 'Service card'],
  highWork: ['高空费', 'Work at height'],
  emptyRun: ['空跑费', 'Empty run'],
  other: ['其他', 'Other'],
});

export const transmitStatus = dictionary(
  'transmit_status',
  ['交款状态', 'Hand-over'],
  {
    notNeeded: ['无需交款', 'Not needed', 'grey'],
    none: ['未交款', 'Not handed over', 'amber'],
    transmitted: ['已交款', 'Handed over', 'green'],
  },
  { sealed: true },
);

export const invoiceStatus = dictionary(
  'invoice_status',
  ['开票状态', 'Invoice state'],
  {
    none: ['未开票', 'Not invoiced', 'grey'],
    invoiced: ['已开票', 'Invoiced', 'green'],
    cancelled: ['已冲销', 'Cancelled', 'grey'],
  },
  { sealed: true },
);

export const invoiceState = dictionary(
  'invoice_state',
  ['发票状态', 'Invoice state'],
  {
    issued: ['已开票', 'Issued', 'green'],
    cancelled: ['已冲销', 'Cancelled', 'grey'],
  },
  { sealed: true },
);

export const collectApproval = dictionary(
  'collect_approval',
  ['收款审核', 'Collection approval'],
  {
    none: ['未审核', 'Not approved', 'amber'],
    approved: ['已审核', 'Approved', 'green'],
  },
  { sealed: true },
);

export const invoiceType = dictionary('invoice_type', ['发票类型', 'Invoice type'], {
  normal: ['普票', 'Normal'],
  special: ['专票', 'Special VAT'],
  electronic: ['电子票', 'Electronic'],
  receipt: ['收据', 'Receipt'],
});
