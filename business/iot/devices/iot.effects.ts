import type { Effect } from '#kernel/language/rooms/effect.ts';

/** Effects of devices and models on other papers. */
export default [
  {
    by: ['thingModel', 'thingModel/built-in'],
    on: ['modelVersion', 'alarmRule', 'troubleCategory', 'troubleCode'],
    does: ['create', 'change'],
    because: 'a model that is published or built in brings its version, its rules and its codes',
  },
  {
    by: ['alarm', 'device'],
    on: ['device', 'alarm'],
    does: ['touch', 'move', 'change'],
    because: 'a device counts its open alarms, and alarms end with the device',
  },
  {
    by: ['device/look-back', 'device/look-back-end'],
    on: ['deviceLookBack'],
    does: ['create', 'change'],
    because: 'to look back is to open a permit of one hour; nobody writes these rows by hand',
  },
] satisfies Effect[];
