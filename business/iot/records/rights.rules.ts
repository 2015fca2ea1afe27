import type { Rights } from '#kernel/language/paper.ts';
import { ownOrders } from '#business/masterdata/own-jobs.rules.ts';

/** Rights on records of devices: all roles that serve homes may read them. */
export const deviceRecordRights: Rights = {
  read: ['as_iot', 'as_operator', 'as_cs', 'as_dispatcher', 'as_leader', 'as_technician', 'as_manager', 'as_admin'],
  export: ['as_iot', 'as_operator', 'as_manager'],
};

/** Rights on records for engineers, such as refused messages. */
export const engineerRights: Rights = {
  read: ['as_iot', 'as_manager', 'as_admin'],
  export: ['as_iot'],
};

const [ownHome] = ownOrders('customerId', 'customerId');

/** Restricts a technician to records of devices in the homes of the technician's orders. */
export const recordsOfOwnHomes = [
  {
    ...ownHome,
    steps: [
      { paper: 'device', at: 'id', on: 'deviceId' },
      { paper: 'household', at: 'id', on: 'householdId' },
      ...ownHome.steps,
    ],
  },
];
