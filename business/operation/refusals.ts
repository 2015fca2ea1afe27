import { no, refusals } from '#kernel/language/refusal.ts';

/** Refusals about homes, their members and devices, in the words that people read. */
export const refuse = refusals('operation', {
  addressExists: no(409, ['地址已存在', 'This address exists already']),
  addressLivedIn: no(409, ['还有家庭住在这里', 'A household lives here still']),
  addressDisabled: no(409, ['地址已停用', 'The address is disabled']),
  addressOccupied: no(409, ['这个地址已有其他家庭', 'Another household lives at this address']),
  homeMissing: no(404, ['家庭不存在或不在可见范围', 'There is no such home, or it is out of sight']),
  homeClosed: no(409, ['家庭已停用或已迁出', 'The home is disabled or has moved out']),
  homeNotEmpty: no(409, [
    '还有成员或设备，先移出成员、解绑设备',
    'It still has members or devices: detach and unbind them first',
  ]),
  macUnknown: no(404, ['没有见过这台设备', 'This device was never seen']),
  modelUnknown: no(409, [
    '还不知道这台设备的物模型，先登记设备',
    'The model of this device is not known: register it first',
  ]),
  boundElsewhere: no(409, (about: { owner: string }) => [
    `该设备已绑定其他家庭（${about.owner}）`,
    `The device is bound to another home (${about.owner})`,
  ]),
  deviceClosed: no(409, ['设备已禁用或已退役', 'The device is disabled or retired']),
  deviceNotHere: no(404, ['设备不在这个家庭', 'The device is not of this home']),
  replacesItself: no(400, ['设备不能替换自己', 'A device cannot come in place of itself']),
  replacesGateway: no(409, [
    '网关下面还有设备，不能整体替换；请先换绑下级设备',
    'A gateway with devices below it cannot be replaced: bind those first',
  ]),
  replacedWithoutMeter: no(400, [
    '新设备没有累计量，不能登记止码和起码',
    'The new device has no counter: no readings of meters can be recorded',
  ]),
  roomElsewhere: no(400, ['房间不在这个地址', 'The room is not at this address']),
  ownerTwice: no(409, ['一个家庭只有一位户主', 'A home has one owner']),
  ownerStays: no(409, ['户主要先转让才能移出', 'The owner hands over before leaving']),
  notApproved: no(409, ['成员还没有通过审核', 'The member is not approved yet']),
  accountUnknown: no(404, ['没有这个账号', 'There is no such account']),
  authCodeFailed: no(409, ['萤石授权码无效', 'The EZVIZ code is not valid']),
  nothingGiven: no(400, ['请输入账号或访问令牌', 'Enter the account or the token']),
  repairMade: no(409, ['已经转过报修', 'A repair request was made already']),
  nobodyNamed: no(400, [
    '请给出设备、家庭、客户或来电号码',
    'Name a device, a home, a customer or the number of the caller',
  ]),
  noRework: no(409, [
    '遥测没有说没修好，或返修已在处理',
    'Telemetry does not say that it was not fixed, or a rework is under way',
  ]),
  noCustomer: no(409, ['家庭没有关联售后客户，不能报修', 'The home has no customer: no repair request can be made']),
});
