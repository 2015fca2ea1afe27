import { no, refusals } from '#kernel/language/refusal.ts';

/** The refusals about customers and their equipment, in both languages. */
export const refuse = refusals('maintenance', {
  fileOfOtherCustomer: no(400, ['服务档案不属于该客户', 'The service file belongs to another customer']),
  machineGone: no(409, (about: { name: string }) => [
    `${about.name}已拆除或更换，不能再报修`,
    `${about.name} was removed or replaced and takes no new report`,
  ]),
  machineReplaced: no(409, (about: { name: string; by: string }) => [
    `${about.name}已更换，请改选新设备 ${about.by}`,
    `${about.name} was replaced: choose its successor ${about.by}`,
  ]),
  machineNamed: no(409, (about: { zh: string; en: string }) => [
    `该设备有未完成单据（${about.zh}），不能改客户`,
    `Open documents name this machine (${about.en}): its customer cannot change`,
  ]),
  fileHasMachines: no(409, (about: { no: string }) => [
    `该档案下有设备（${about.no}），不能改客户：请合并客户，或把设备移到另一户的档案`,
    `The file has machines (${about.no}): merge the customers, or move the machines to another file`,
  ]),
  idMissing: no(400, ['缺少必要的请求参数: id', 'Missing parameter: id']),
  customerMissing: no(400, ['缺少必要的请求参数: customerId 或 phone', 'Missing parameter: customerId or phone']),
  mergeCustomerIntoItself: no(400, ['不能与自己合并', 'A customer cannot be merged with itself']),
  customerNotInUse: no(409, (about: { name: string }) => [
    `${about.name} 已停用或正在合并`,
    `${about.name} is disabled or being merged`,
  ]),
  customerMerging: no(409, [
    '该客户正在并入另一客户，不能修改',
    'This customer is being merged into another and cannot be changed',
  ]),
  customerMerged: no(409, ['已合并的客户不能恢复', 'A merged customer cannot be brought back']),
});
