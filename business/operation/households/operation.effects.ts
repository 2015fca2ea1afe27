import type { Effect } from '#kernel/language/rooms/effect.ts';

/**
 * Writes that this room causes: the papers or calls that cause them (`by`), the papers that are written (`on`), and
 * why.
 */
export default [
  {
    by: [
      'household/macBindDev',
      'household/saveDevice',
      'household/unbindDevice',
      'household/deleteDevice',
      'device/blade-operation/device/adminSaveDevice',
    ],
    on: ['device'],
    does: ['create', 'change', 'move'],
    because: 'to bind or unbind a device is to write in which home it is, and what it is called there',
    named: 'the right to bind or unbind was asked for the home of each device, and the devices are in sight',
  },
  {
    by: ['household', 'household/unbind', 'household/updateRoomAddress'],
    on: ['device'],
    does: ['change', 'move'],
    because: 'devices follow a home that moves, and wait for the next family where one moves out',
  },
  {
    by: [
      'household',
      'household/macBindDev',
      'household/saveDevice',
      'household/unbindDevice',
      'household/deleteDevice',
      'household/unbind',
      'device',
      'device/blade-operation/device/adminSaveDevice',
    ],
    on: ['equipment', 'powerOnDevice', 'household', 'deviceCommand'],
    does: ['change', 'move', 'touch'],
    because: 'machines, waiting devices and the main device of a home mirror what is bound to it',
    named: 'the home is the one that the device is bound to, whose right was asked',
  },
  {
    by: ['household', 'household/unbind'],
    on: ['customer', 'member', 'cameraAccount'],
    does: ['change', 'move', 'remove'],
    because: 'who lives in a home, its customer and its cameras end or follow with it',
    named: 'the customer is the one whom the home names; only its pointer back to the home changes',
  },
  {
    by: ['alarm/to-repair', 'alarm/rework', 'feedback/toRepair'],
    on: ['repairForm'],
    does: ['create', 'change', 'submit'],
    because: 'the button of an alarm or a message makes its repair request',
    named: 'the body is composed of the alarm or message; the request sends nothing of it',
  },
  {
    by: ['alarm', 'alarm/to-repair', 'alarm/rework'],
    on: ['device'],
    does: ['touch'],
    because: 'a device counts its open alarms',
  },
] satisfies Effect[];
