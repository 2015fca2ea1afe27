import { no, refusals } from '#kernel/language/refusal.ts';

/** Refusals of this room, with their messages. */
export const refuse = refusals('analysis', {
  deviceMissing: no(400, ['请给出设备、家庭或房间地址', 'Name a device, a home or an address']),
  noSuchDevice: no(404, ['设备不存在', 'There is no such device']),
  dateMalformed: no(400, [
    '日期：日 yyyy-MM-dd，月 yyyy-MM，年 yyyy',
    'A date is yyyy-MM-dd for a day, yyyy-MM for a month, yyyy for a year',
  ]),
  unknownCompare: no(400, ['对比只能是 prev、yoy、none', 'Compare with prev, yoy or none']),
  unknownEnergy: no(400, [
    '能源只能是 heat、fresh、water、ammeter、air',
    'An energy is heat, fresh, water, ammeter or air',
  ]),
  notRanked: no(404, ['这台设备这个月没有能效', 'The device has no figures for this month']),
  noCustomer: no(409, ['家庭没有关联售后客户，不能报修', 'The home has no customer: no repair request can be made']),
  noTakeBack: no(409, ['这张报修单已不能撤销', 'This request can no longer be taken back']),
  spanTooLong: no(400, (about: { days: number }) => [
    `一次最多 ${about.days} 天`,
    `At most ${about.days} days at once`,
  ]),
});
