import { dict } from '#kernel/fields/dict/dict.ts';
import { file } from '#kernel/fields/file/file.ts';
import { flag } from '#kernel/fields/flag/flag.ts';
import { integer } from '#kernel/fields/integer/integer.ts';
import { rate } from '#kernel/fields/rate/rate.ts';
import { text } from '#kernel/fields/text/text.ts';
import { paper } from '#kernel/language/paper.ts';
import { payChannel } from './dictionaries.ts';
import { standardRights } from './rights.rules.ts';

/** A payment method with its requirements: a voucher, a hand-over, an approval. */
export const paymentType = paper('paymentType', {
  title: ['收款方式', 'Payment type'],
  table: 'paymenttype',
  path: 'blade-maintenance/webApi/paymentType',
  rights: standardRights,
  sight: 'shared',
  canBeDisabled: true,
  caption: 'typeName',
  hint: ['payChannel'],
  search: ['typeCode', 'typeName'],
  order: { by: 'sort' },
  fields: {
    typeCode: text(['编码', 'Code'], { required: true, unique: true, list: true, filter: 'like', max: 32, code: true }),
    typeName: text(['名称', 'Name'], { required: true, list: true, filter: 'like', max: 64 }),
    payChannel: dict(payChannel, ['渠道', 'Channel'], { required: true, list: true, filter: 'exact' }),
    needVoucher: flag(['需凭证', 'Voucher needed'], {
      required: true,
      list: true,
      initial: false,
      help: ['审核前必须有收款凭证', 'Approved only with a voucher'],
    }),
    needTransmit: flag(['需交款', 'Cash hand-over needed'], {
      required: true,
      list: true,
      initial: false,
      help: ['技师收款后须向财务或班组长交款', 'The technician hands it over to finance or the team leader'],
    }),
    autoApprove: flag(['自动审核', 'Auto-approve'], {
      list: true,
      initial: false,
      help: ['支付平台到账后自动审核', 'Approved when the payment platform tells of the money'],
    }),
    accountCode: text(['财务科目', 'Ledger account'], { max: 64, code: true }),
    feeRate: rate(['手续费率', 'Fee rate']),
    qrImage: file(['收款码', 'Payment QR code']),
    sort: integer(['排序', 'Sort'], { required: true, list: true, initial: 10, max: 1_000_000 }),
  },
  groups: [
    { label: ['收款方式', 'Payment type'], fields: ['typeCode', 'typeName', 'payChannel', 'sort', 'qrImage'] },
    { label: ['要求', 'What it asks for'], fields: ['needVoucher', 'needTransmit', 'autoApprove'] },
    { label: ['财务', 'Finance'], fields: ['accountCode', 'feeRate'] },
  ],
  card: ['typeName', 'payChannel', 'needVoucher', 'needTransmit'],
  menu: { group: 'master', icon: 'wallet', path: '/maintenance/paymenttype', sort: 64 },
});
