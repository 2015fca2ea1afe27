import type { Rights } from '#kernel/language/paper.ts';
import { deviceRecordRights } from '../rights.rules.ts';

/** Exchanges of meters: recorded by whoever changes one or answers for the home, taken back by the engineer. */
export const meterChangeRights: Rights = {
  read: deviceRecordRights.read,
  write: ['as_iot', 'as_operator', 'as_leader', 'as_technician'],
  remove: ['as_iot'],
  export: deviceRecordRights.export,
};
