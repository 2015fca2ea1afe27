import type { Rights } from '#kernel/language/paper.ts';
import { deviceRecordRights } from '../rights.rules.ts';

/**
 * Rights on meter exchanges: technicians and those responsible for the home record them; only the engineer removes
 * them.
 */
export const meterChangeRights: Rights = {
  read: deviceRecordRights.read,
  write: ['as_iot', 'as_operator', 'as_leader', 'as_technician'],
  remove: ['as_iot'],
  export: deviceRecordRights.export,
};
