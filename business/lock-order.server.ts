import type { LockPlace } from '#kernel/server/database/lock-order.ts';

/**
 * The order in which every transaction takes its locks: from the customer down to what a month is paid from, then stores. Locks by a word
 * come before all rows; those named here stand where they are named. What a transaction locks further down, it never locks further up
 * afterwards, so that two never wait for each other in a circle. Numbers of documents are counted on connections of their own.
 */
export const lockOrder: readonly LockPlace[] = [
  { paper: 'customer' },
  { paper: 'serviceFile', under: ['customerId'], within: true },
  { paper: 'repairForm', under: ['customerId', 'registerMainId'] },
  { named: 'repair ' },
  { named: 'file ' },
  { paper: 'registration', under: ['customerId', 'registerMainId', 'repairFormId'] },
  { paper: 'dispatchForm', under: ['registrationFormId'] },
  { paper: 'visit', under: ['dispId'] },
  { paper: 'technician' },
  { paper: 'crewMember', under: ['dispId'], within: true },
  { paper: 'slaClock' },
  { paper: 'completion', under: ['dispatchListId', 'dispId', 'registrationFormId'] },
  { paper: 'completionEquipment', under: ['completionId'], within: true },
  { paper: 'completionSupply', under: ['completionId'], within: true },
  { paper: 'completionAnnex', under: ['dispatchListId'], within: true },
  { paper: 'completionCharge', under: ['completionId'], within: true },
  { paper: 'equipment', under: ['customerId', 'registerMainId'], within: true },
  { paper: 'collection', under: ['completionId', 'registrationFormId'] },
  { named: 'refund ' },
  { named: 'invoice numbers' },
  { paper: 'invoice' },
  { paper: 'piece', under: ['completionId'] },
  { paper: 'pieceLine', under: ['pieceId'], within: true },
  { named: 'wage periods' },
  { paper: 'wagePeriod' },
  { paper: 'wageSheet', under: ['wagePeriod=wagePeriod.wagePeriod'] },
  { paper: 'wageDispute', under: ['wageSheetId'] },
  { paper: 'wageLine', under: ['wageSheetId', 'wagePeriod=wagePeriod.wagePeriod'] },
  { named: 'store ' },
  { named: 'serial ' },
  { paper: 'stock' },
  { named: 'leave statistics ' },
  { named: 'message to ' },
];
