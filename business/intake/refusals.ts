import { no, refusals } from '#kernel/language/refusal.ts';
import { refuse as customers } from '#business/customers/refusals.ts';

/** The refusals about requests, registrations and urges, in both languages. */
export const refuse = {
  ...refusals('maintenance', {
    duplicateTargetMissing: no(400, ['请选择并入哪张报修单', 'Choose the request to merge into']),
    mergeIntoItself: no(400, ['不能并入自己', 'A request cannot be merged into itself']),
    mergeTargetNotOpen: no(409, (about: { no: string }) => [
      `${about.no}已结束或已合并，不能并入`,
      `${about.no} is over or merged, nothing can be merged into it`,
    ]),
    mergeOtherMatter: no(409, (about: { no: string }) => [
      `${about.no}不是同一客户或同一设备`,
      `${about.no} is of another customer and another equipment`,
    ]),
    reopenTooLate: no(409, (about: { days: number }) => [
      `结束超过${about.days}天，请新建报修单`,
      `It ended more than ${about.days} days ago: make a new request`,
    ]),
    coverNotChosen: no(400, ['单据不使用“脱保”，请选择收费', 'A document never uses “no cover”: choose paid']),
    dispatchNotAllowed: no(403, ['无权派工', 'You may not dispatch']),
    equipmentOfOtherCustomer: no(400, ['设备不属于该客户', 'The equipment belongs to another customer']),
    duplicateUndecided: no(409, [
      '可能重复报修：请选择并入已有报修单或仍新建',
      'Possibly a duplicate: merge into the existing request, or say that it is another matter',
    ]),
    notAllowed: no(403, ['无权执行该操作', 'You may not do this']),
    thenUnknown: no(400, ['then 只能是 accept', 'then may only be accept']),
    urgeWithoutOrder: no(400, ['请选择登记单或报修单', 'Choose a work order or a repair request']),
    urgeOfEnded: no(409, (about: { no: string }) => [
      `${about.no}已结束，不能催单`,
      `${about.no} is over and takes no follow-up call`,
    ]),
    answerNotAllowed: no(403, ['无权答复该催单', 'You may not answer this follow-up call']),
    registrationMissing: no(400, ['缺少必要的请求参数: registrationFormId', 'Missing parameter: registrationFormId']),
    holdUntilPast: no(400, ['挂起至不能早于现在', 'Hold until may not lie in the past']),
  }),
  customerMissing: customers.customerMissing,
  fileOfOtherCustomer: customers.fileOfOtherCustomer,
};
