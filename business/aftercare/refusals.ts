import { no, refusals } from '#kernel/language/refusal.ts';

/** The refusals about links for customers and consents, in both languages. */
export const refuse = refusals('maintenance', {
  nothingToConsent: no(400, ['客户不用付费，不需要确认', 'The customer pays nothing: no consent is needed']),
  consentOver: no(409, ['这个费用已经重新询问或已提交', 'This sum was asked again, or the work was submitted']),
  consentAnswered: no(409, ['您已经答复过了', 'You have answered already']),
  consentExceeded: no(409, (about: { agreed: string; now: string }) => [
    `客户同意的是${about.agreed}元，现在应收${about.now}元：请重新请客户确认，或按新金额重新签名`,
    `The customer agreed to CNY ${about.agreed}, due are CNY ${about.now}: ask again, or let the customer sign the new sum`,
  ]),
  codeTriedOut: no(409, ['验证码错误次数过多，请师傅重新发起', 'Too many wrong codes: the technician must ask again']),
  tooLateToCancel: no(409, ['师傅已经安排好了，要取消请打电话', 'A technician is planned: call to cancel']),
  tooLateToMove: no(409, ['师傅已经出发或完成，不能改时间', 'The technician is on the way or done']),
  wishDayWrong: no(400, ['请选择今天起30天内的日子', 'Choose a day within the next 30 days']),
  orderIsOver: no(409, ['这一单已经结束', 'This order has ended']),
  nothingToSign: no(409, ['现在没有要签名的', 'There is nothing to sign now']),
  signatureUnreadable: no(400, ['签名没有画好，请再签一次', 'The signature cannot be read: sign again']),
  noPublicAddress: no(409, [
    '没有设置对外地址（PUBLIC_URL），不能生成客户链接',
    'No public address is set (PUBLIC_URL): no link can be made',
  ]),
});
