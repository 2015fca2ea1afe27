import { flag } from '#kernel/fields/flag/flag.ts';
import { pageNumber, pageSize } from '#kernel/fields/integer/paging.ts';
import { id } from '#kernel/fields/ref/ref.ts';
import { structured } from '#kernel/fields/structured/structured.ts';
import { text } from '#kernel/fields/text/text.ts';
import { call } from '#kernel/language/calls/call.ts';
import { anyNumber, anyText, anything, list, map, nullable, of, page, record } from '#kernel/language/calls/shape.ts';
import { device } from '../../devices/device.paper.ts';
import { sendable } from '../content/sendable.calls.ts';
import { deviceCommand } from '../device-command.paper.ts';

/** The state of a command: `result` is as the device sent it. */
export const commandState = record({
  id: anyText,
  execStatus: anyText,
  resultCode: nullable(anyNumber),
  resultMsg: nullable(anyText),
  result: nullable(map(anything('deviceValue'))),
});

/** Send one command to one device, and wait up to eight seconds for its result. */
export const controlDevice = call(device, 'control', {
  method: 'POST',
  needs: 'view',
  title: ['下发指令', 'Send a command to a device'],
  body: {
    deviceId: id(device.title, { required: true }),
    set: structured<Record<string, unknown>>(['属性值', 'Values'], { free: 'deviceValue' }),
    service: text(['服务', 'Service'], { max: 50 }),
    params: structured<Record<string, unknown>>(['参数', 'Parameters'], { free: 'deviceValue' }),
    override: flag(['越过作业锁定', 'Pass the lock-out']),
    reason: text(['原因', 'Reason'], { max: 200 }),
  },
  answer: commandState,
});

/** Properties of a device that can be set, and its services, with their present risk. */
export const sendables = call(device, 'sendables', {
  method: 'GET',
  needs: 'view',
  title: ['可下发的功能', 'What may be sent to a device'],
  query: { deviceId: id(device.title, { required: true }) },
  answer: list(sendable),
});

export const commandLog = call(device, 'command-log', {
  method: 'GET',
  needs: 'view',
  title: ['设备的指令', 'Commands of a device'],
  query: {
    deviceId: id(device.title, { required: true }),
    current: pageNumber(),
    size: pageSize(20, 200),
  },
  answer: page(of(deviceCommand)),
});

/** Close the connection of a device, so that it connects again. */
export const kickDevice = call(device, 'kick', {
  method: 'POST',
  needs: 'kick',
  title: ['断开设备连接', 'Close the connection of a device'],
  body: { id: id(device.title, { required: true }), reason: text(['原因', 'Reason'], { max: 200 }) },
  answer: record({ id: anyText }),
});

/** Cancel commands that were not sent yet. */
export const cancelCommand = call(deviceCommand, 'cancel', {
  method: 'POST',
  needs: 'cancel',
  title: ['取消指令', 'Cancel a command'],
  body: { id: id(deviceCommand.title, { required: true }) },
  answer: record({ id: anyText, execStatus: anyText }),
});

/** Restore the values from before a command, within a day, unless they have changed since. */
export const undoCommand = call(deviceCommand, 'undo', {
  method: 'POST',
  needs: 'undo',
  title: ['还原', 'Undo a command'],
  body: {
    id: id(deviceCommand.title, { required: true }),
    override: flag(['越过作业锁定', 'Pass the lock-out']),
    reason: text(['原因', 'Reason'], { max: 200 }),
  },
  answer: commandState,
});
