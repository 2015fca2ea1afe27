import type { Draft } from '#kernel/language/paper.ts';
import { paymentType } from '#business/masterdata/payment-type.paper.ts';
import { addDays } from '#kernel/language/days.ts';
import type { DemoWorld } from '#business/system/seed/demo-world.seed.ts';

type Way = Draft<typeof paymentType>;

const ways: readonly (readonly [code: string, name: string, channel: Way['payChannel'], more: Partial<Way>])[] = [
  ['XJ', '现金', 'cash', { needTransmit: true, accountCode: '1001' }],
  ['WX', '微信支付', 'wechat', { autoApprove: true, accountCode: '1012.01', feeRate: '0.006' }],
  ['ZFB', '支付宝', 'alipay', { autoApprove: true, accountCode: '1012.02', feeRate: '0.006' }],
  ['YH', '银行转账', 'bank', { needVoucher: true, accountCode: '1002.01' }],
  ['POS', '刷卡', 'pos', { needVoucher: true, accountCode: '1002.02', feeRate: '0.0055' }],
  ['YJ', '月结', 'month', { needVoucher: true, accountCode: '1122' }],
  ['MF', '免收', 'free', {}],
];

/** Create the payment types of the company. */
export async function seedPaymentTypes(world: DemoWorld): Promise<void> {
  await world.as('as_admin', `${addDays(world.today, -1750)} 09:00:00`, async (context) => {
    for (const [at, [typeCode, typeName, payChannel, more]] of ways.entries())
      await context.create(paymentType, {
        typeCode,
        typeName,
        payChannel,
        needVoucher: false,
        needTransmit: false,
        sort: (at + 1) * 10,
        ...more,
      } as Way);
  });
}
