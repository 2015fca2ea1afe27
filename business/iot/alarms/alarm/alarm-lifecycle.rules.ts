import { dict } from '#kernel/fields/dict/dict.ts';
import { moment } from '#kernel/fields/moment/moment.ts';
import { person } from '#kernel/fields/person/person.ts';
import { text } from '#kernel/fields/text/text.ts';
import { lifecycle } from '#kernel/language/lifecycle.ts';
import { alarmStatus, releaseType } from '../dictionaries.ts';
import { alarmHands } from '../rights.rules.ts';

const remark = text(['说明', 'Note'], { max: 200, wide: true });

/** The lifecycle of an alarm. The engine raises and clears it; people confirm, shelve or release it. */
export const alarmLifecycle = lifecycle({
  field: 'alarmStatus',
  states: alarmStatus,
  actions: {
    confirm: {
      label: ['确认', 'Confirm'],
      from: ['active'],
      to: 'confirmed',
      roles: alarmHands,
      asks: { remark },
      call: { path: 'confirm' },
      said: ['已确认', 'Confirmed'],
      icon: 'check',
      prominent: true,
      batch: true,
      judges: false,
    },
    close: {
      label: ['确认恢复', 'Confirm recovery'],
      from: ['recovered'],
      to: 'closed',
      roles: alarmHands,
      asks: { remark },
      call: { path: 'confirm' },
      said: ['已关闭', 'Closed'],
      icon: 'check-check',
      prominent: true,
      batch: true,
      judges: false,
    },
    assign: {
      label: ['指派', 'Assign'],
      from: ['active', 'confirmed'],
      to: 'confirmed',
      roles: alarmHands,
      asks: { assigneeId: person(['处理人', 'Who takes it'], { required: true }), remark },
      said: ['已指派', 'Assigned'],
      icon: 'user-cog',
      batch: true,
    },
    release: {
      label: ['解除', 'Release'],
      from: ['active', 'confirmed', 'recovered', 'suppressed'],
      to: 'released',
      roles: alarmHands,
      asks: {
        releaseType: dict(releaseType, ['解除类型', 'Why'], { required: true }),
        remark: text(['说明（仍在告警时必填）', 'Note (needed while it holds)'], { max: 200, wide: true }),
      },
      said: ['已解除', 'Released'],
      icon: 'circle-stop',
      batch: true,
    },
    shelve: {
      label: ['搁置', 'Shelve'],
      from: ['active', 'confirmed'],
      to: 'suppressed',
      roles: alarmHands,
      asks: { shelvedUntil: moment(['搁置到', 'Until'], { required: true }), remark },
      said: ['已搁置', 'Shelved'],
      icon: 'pause',
      batch: true,
    },
  },
  moves: [
    ['*', 'active', 'raise'],
    ['*', 'suppressed', 'raise'],
    ['recovered', 'active', 'again'],
    ['recovered', 'suppressed', 'again'],
    ['active', 'recovered', 'clear'],
    ['confirmed', 'closed', 'clear'],
    ['suppressed', 'closed', 'clear'],
    ['active', 'suppressed', 'storm'],
    // A live message confirms an alarm that late messages raised. The alarm would be announced now, but a suppression
    // applies.
    ['active', 'suppressed', 'again'],
    ['suppressed', 'active', 'resume'],
    ['recovered', 'closed', 'expire'],
    ['active', 'released', 'leave'],
    ['confirmed', 'released', 'leave'],
    ['recovered', 'released', 'leave'],
    ['suppressed', 'released', 'leave'],
  ],
  editable: {},
  removable: [],
  ends: ['closed', 'released'],
});
