import { id } from '#kernel/fields/ref/ref.ts';
import { call, wholeBody } from '#kernel/language/calls/call.ts';
import { anyText, optional, record } from '#kernel/language/calls/shape.ts';
import { device } from './device.paper.ts';

/** What a device proves itself with, told once. */
const credentials = record({ id: anyText, deviceKey: anyText, deviceSecret: optional(anyText) });

export const addDevice = call(device, 'add', {
  method: 'POST',
  needs: 'add',
  title: ['登记设备', 'Register a device'],
  body: {
    row: wholeBody(device, [
      'deviceKey',
      'deviceName',
      'modelId',
      'mac',
      'serialNumber',
      'parentId',
      'mainMacType',
      'authType',
      'certFingerprint',
      'tags',
      'extConfig',
      'remark',
    ]),
  },
  answer: credentials,
});

export const issueSecret = call(device, 'secret', {
  method: 'POST',
  needs: 'secret',
  title: ['重发设备密钥', 'Issue a new device secret'],
  body: { id: id(device.title, { required: true }) },
  answer: credentials,
});
