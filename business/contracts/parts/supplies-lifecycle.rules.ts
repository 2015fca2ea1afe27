import { text } from '#kernel/fields/text/text.ts';
import { lifecycle } from '#kernel/language/lifecycle.ts';
import { warnStatus } from '../dictionaries.ts';

const note = text(['说明', 'Note'], { max: 255, wide: true });
const path = 'blade-maintenance/webApi/asschemerelation/updateWarnStatus';

/** The warning of a consumable: raised by the product, handled or ignored by customer service, reset by a change. */
export const suppliesLifecycle = lifecycle({
  field: 'warnStatus',
  states: warnStatus,
  actions: {
    handle: {
      label: ['已处理', 'Handled'],
      from: ['warned'],
      to: 'handled',
      roles: ['as_cs'],
      call: { path, by: 'warnStatus', action: 'handled' },
      asks: { note },
      batch: true,
      said: ['已处理', 'Handled'],
      icon: 'check',
    },
    ignore: {
      label: ['忽略预警', 'Ignore the warning'],
      from: ['warned'],
      to: 'ignored',
      roles: ['as_cs'],
      call: { path, by: 'warnStatus', action: 'ignored' },
      asks: { note },
      batch: true,
      said: ['已忽略', 'Ignored'],
      icon: 'ban',
    },
  },
  moves: [
    ['*', 'normal', 'submit'],
    ['normal', 'warned', 'scan'],
    ['warned', 'normal', 'replaced'],
    ['warned', 'handled', 'replaced'],
    ['warned', 'handled', 'reminder'],
    ['warned', 'normal', 'reminder'],
    ['handled', 'normal', 'replaced'],
    ['ignored', 'normal', 'replaced'],
    ['normal', 'warned', 'reopened'],
    ['normal', 'handled', 'reopened'],
    ['normal', 'ignored', 'reopened'],
    ['warned', 'handled', 'reopened'],
    ['warned', 'ignored', 'reopened'],
    ['handled', 'warned', 'reopened'],
    ['ignored', 'warned', 'reopened'],
    ['handled', 'normal', 'reopened'],
    ['ignored', 'normal', 'reopened'],
    ['warned', 'normal', 'reopened'],
  ],
  editable: { normal: 'all', warned: 'all', handled: 'all', ignored: 'all' },
  removable: ['normal', 'handled', 'ignored'],
  ends: [],
});
