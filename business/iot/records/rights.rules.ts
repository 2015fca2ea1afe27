import type { Rights } from '#kernel/language/paper.ts';
import { ownOrders } from '#business/masterdata/own-jobs.rules.ts';

/** What devices said: read by everybody who serves the homes in which they stand. */
export const deviceRecordRights: Rights = {
  read: ['as_iot', 'as_operator', 'as_cs', 'as_dispatcher', 'as_leader', 'as_technician', 'as_manager', 'as_admin'],
  export: ['as_iot', 'as_operator', 'as_manager'],
};

/** What went wrong on the way in: the engineer's. */
export const engineerRights: Rights = {
  read: ['as_iot', 'as_manager', 'as_admin'],
  export: ['as_iot'],
};

const [ownHome] = ownOrders('customerId', 'customerId');

/** Records of the devices in the homes of a technician's own orders. */
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
