import { text } from '#kernel/fields/text/text.ts';
import { lifecycle } from '#kernel/language/lifecycle.ts';
import { instanceStatus } from './dictionaries.ts';

const open = [
  'mac',
  'serialNumber',
  'deviceName',
  'parentId',
  'busId',
  'busUnit',
  'tags',
  'extConfig',
  'mainMacType',
  'authType',
  'certFingerprint',
  'remark',
] as const;

/**
 * The lifecycle of a device: registered (inactive), active after its first message or binding to a home, retired at the
 * end.
 */
export const deviceLifecycle = lifecycle({
  field: 'instanceStatus',
  states: instanceStatus,
  actions: {
    disable: {
      label: ['禁用', 'Disable'],
      from: ['inactive', 'active'],
      to: 'disabled',
      roles: ['as_iot'],
      asks: { reason: text(['原因', 'Reason'], { required: true, max: 200, wide: true }) },
      confirm: ['禁用后设备不能再连接', 'Disable this device? It can no longer connect.'],
      said: ['已禁用', 'Disabled'],
      icon: 'ban',
      danger: true,
    },
    enable: {
      label: ['启用', 'Enable'],
      from: ['disabled'],
      to: 'active',
      roles: ['as_iot'],
      said: ['已启用', 'Enabled'],
      icon: 'rotate-ccw',
    },
    retire: {
      label: ['退役', 'Retire'],
      from: ['inactive', 'active', 'disabled'],
      to: 'retired',
      roles: ['as_iot'],
      asks: { reason: text(['原因', 'Reason'], { required: true, max: 200, wide: true }) },
      confirm: [
        '退役后不能恢复，设备标识可以重新登记',
        'Retire this device? It cannot be brought back; its key may be registered anew.',
      ],
      said: ['已退役', 'Retired'],
      icon: 'archive',
      danger: true,
    },
  },
  moves: [
    ['*', 'inactive', 'add'],
    ['inactive', 'active', 'activate'],
  ],
  editable: { inactive: open, active: open, disabled: open },
  removable: ['inactive', 'active', 'disabled', 'retired'],
  ends: ['retired'],
});
