import { relation } from '#kernel/server';
import { device } from './device.paper.ts';

/** Columns of devices that other rooms may read in their SQL. */
export const deviceFacts = relation(device, [
  'deviceKey',
  'deviceName',
  'modelId',
  'mac',
  'nodeType',
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
