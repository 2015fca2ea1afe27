import { text } from '#kernel/fields/text/text.ts';
import { lifecycle } from '#kernel/language/lifecycle.ts';
import { householdStatus } from '../dictionaries.ts';

const reason = text(['原因', 'Reason'], { required: true, max: 200, wide: true });
const facts = ['name', 'phone', 'account', 'customerId', 'serviceLevel', 'appguid', 'remark', 'camera'] as const;

/** The lifecycle of a household: pending, active, disabled, moved out. */
export const householdLifecycle = lifecycle({
  field: 'householdStatus',
  states: householdStatus,
  actions: {
    activate: {
      label: ['激活', 'Activate'],
      from: ['pending'],
      to: 'active',
      roles: ['as_operator'],
      said: ['已激活', 'Activated'],
      icon: 'check',
      prominent: true,
    },
    disable: {
      label: ['停用', 'Disable'],
      from: ['active'],
      to: 'disabled',
      roles: ['as_operator'],
      asks: { reason },
      said: ['已停用', 'Disabled'],
      icon: 'ban',
      danger: true,
    },
    enable: {
      label: ['启用', 'Enable'],
      from: ['disabled'],
      to: 'active',
      roles: ['as_operator'],
      said: ['已启用', 'Enabled'],
      icon: 'rotate-ccw',
    },
    moveOut: {
      label: ['迁出', 'Move out'],
      from: ['pending', 'active', 'disabled'],
      to: 'moved_out',
      roles: ['as_operator'],
      asks: { reason },
      confirm: [
        '成员退出、设备解绑，下一户看不到他们的数据',
        'Members leave, devices are unbound, and the next family sees nothing of theirs',
      ],
      said: ['已迁出', 'Moved out'],
      icon: 'undo-2',
      danger: true,
    },
  },
  moves: [
    ['*', 'pending', 'add'],
    ['pending', 'active', 'settle'],
    ['active', 'moved_out', 'leave'],
    ['pending', 'moved_out', 'leave'],
    ['disabled', 'moved_out', 'leave'],
  ],
  editable: { pending: 'all', active: facts, disabled: facts },
  removable: ['pending', 'active', 'disabled', 'moved_out'],
  ends: ['moved_out'],
});
