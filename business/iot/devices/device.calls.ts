import { id } from '#kernel/fields/ref/ref.ts';
import { refs } from '#kernel/fields/refs/refs.ts';
import { text } from '#kernel/fields/text/text.ts';
import { call, exactText, lines, wholeBody } from '#kernel/language/calls/call.ts';
import { anyNumber, anyText, fileAnswer, optional, record } from '#kernel/language/calls/shape.ts';
import { device } from './device.paper.ts';

/** The credentials of a device, returned once. */
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
      'busId',
      'busUnit',
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

/** Maximal number of devices whose ids a request may have in its URL. */
export const MAX_PICKED = 80;

/**
 * New secrets of some devices, or of an import, as a workbook that is shown once. Connected devices retain theirs; a
 * repeat issues new ones for the rest. It uses GET, so that the client fetches it with a single-use ticket.
 */
export const deviceSecrets = call(device, 'secrets', {
  method: 'GET',
  needs: 'secret',
  title: ['发放一批设备密钥', 'Issue secrets of several devices'],
  query: {
    batch: id(['导入批次', 'Import']),
    ids: refs('device', device.title, { max: MAX_PICKED }),
  },
  answer: fileAnswer('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'),
});

/** Set secrets that the maker of the devices supplied: all of them, or none. */
export const setSecrets = call(device, 'set-secrets', {
  method: 'POST',
  needs: 'secret',
  title: ['录入出厂密钥', 'Enter secrets of the maker'],
  body: {
    secrets: lines(
      ['密钥', 'Secrets'],
      {
        deviceKey: text(['设备标识', 'Device key'], { required: true, max: 64 }),
        deviceSecret: exactText(['设备密钥', 'Device secret'], { required: true, most: 64 }),
      },
      { required: true, most: 5000 },
    ),
  },
  answer: record({ set: anyNumber }),
});
