import { dict } from '#kernel/fields/dict/dict.ts';
import { flag } from '#kernel/fields/flag/flag.ts';
import { mac } from '#kernel/fields/mac/mac.ts';
import { moment } from '#kernel/fields/moment/moment.ts';
import { id } from '#kernel/fields/ref/ref.ts';
import { text } from '#kernel/fields/text/text.ts';
import { call } from '#kernel/language/calls/call.ts';
import { anyNumber, anyText, list, nullable, optional, record } from '#kernel/language/calls/shape.ts';
import { commandState } from '#business/iot/commands/control/control.calls.ts';
import { device } from '#business/iot/devices/device.paper.ts';
import { deviceLogLevel } from '#business/iot/records/dictionaries.ts';
import { filterRecord } from './filter-record.paper.ts';

const main = () => mac(['主设备MAC', 'MAC of the main device'], { required: true });

/** Reset a filter after it was replaced, and wait for the device to confirm it. */
export const resetFilter = call(filterRecord, 'reset', {
  method: 'POST',
  needs: 'view',
  aliases: ['filterScreen/reset'],
  title: ['滤芯复位', 'Reset a filter'],
  body: {
    mac: mac(['MAC地址', 'MAC'], { required: true }),
    filterCode: text(['滤芯', 'Filter'], { required: true, max: 64 }),
    reason: text(['原因', 'Reason'], { max: 200 }),
  },
  answer: commandState,
});

/** Request the lists of sub-devices from gateways: one, those of a home, or by a task from all. */
export const syncGateways = call(device, 'blade-operation/device/sync-device', {
  method: 'POST',
  needs: 'view',
  aliases: ['device/sync-device'],
  title: ['同步网关的设备', 'Synchronise the devices of gateways'],
  body: {
    mainMac: mac(['主设备MAC', 'MAC of the main device']),
    householdId: id(['家庭', 'Home']),
    all: flag(['全部', 'All']),
    reason: text(['原因', 'Reason'], { max: 200 }),
  },
  answer: record({ count: anyNumber, instructionIds: list(anyText), taskId: nullable(anyText) }),
});

/** Request the log of a gateway between two moments. It arrives as the file of the command. */
export const collectLog = call(device, 'blade-operation/deviceLog/collectLog', {
  method: 'POST',
  needs: 'view',
  title: ['采集设备日志', 'Collect the log of a device'],
  body: {
    mainMac: main(),
    startTime: moment(['开始时间', 'From'], { required: true }),
    endTime: moment(['结束时间', 'Until'], { required: true }),
    level: dict(deviceLogLevel, ['级别', 'Level'], { required: true }),
    reason: text(['原因', 'Reason'], { max: 200 }),
  },
  answer: record({ instructionId: anyText }),
});

/** Compare the devices of a gateway with its own list; wait up to eight seconds for the result. */
export const compareLocalDevices = call(device, 'blade-operation/deviceLog/asyncLocalDevices', {
  method: 'POST',
  needs: 'view',
  title: ['核对网关本地设备', 'Compare with the list of the gateway'],
  body: { mainMac: main(), reason: text(['原因', 'Reason'], { max: 200 }) },
  answer: record({
    instructionId: anyText,
    // Absent until the gateway has answered.
    added: optional(anyNumber),
    updated: optional(anyNumber),
    missing: optional(anyNumber),
    elsewhere: optional(anyNumber),
  }),
});
