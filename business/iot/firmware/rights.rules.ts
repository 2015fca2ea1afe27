import type { Rights } from '#kernel/language/paper.ts';

/** Roles that only read firmware and upgrades. */
const read = ['as_iot', 'as_operator', 'as_manager', 'as_admin'];

/** Rights on firmware and upgrade tasks. Engineers write; the lead of the engineers releases. */
export const firmwareRights: Rights = {
  read,
  write: ['as_iot'],
  remove: ['as_iot'],
  export: ['as_iot', 'as_manager'],
  acts: ['as_admin'],
};

/** Rights on the upgrades of single devices, which the product alone writes. */
export const upgradeRunRights: Rights = { read, export: ['as_iot', 'as_manager'] };
