import { relation } from '#kernel/server';
import { device } from './device.paper.ts';

/** Fields that statements of other rooms read. */
export const deviceFacts = relation(device, [
  'deviceKey',
  'deviceName',
  'modelId',
  'mac',
  'instanceStatus',
  'onlineStatus',
  'alarmLevel',
  'householdId',
  'roomAddressId',
  'roomId',
  'ownedSince',
  'modelVersion',
  'lastOnlineTime',
]);
