import { flag } from '#kernel/fields/flag/flag.ts';
import { pageNumber, pageSize } from '#kernel/fields/integer/paging.ts';
import { mac } from '#kernel/fields/mac/mac.ts';
import { id } from '#kernel/fields/ref/ref.ts';
import { refs } from '#kernel/fields/refs/refs.ts';
import { text } from '#kernel/fields/text/text.ts';
import { call, filters } from '#kernel/language/calls/call.ts';
import { anyNumber, anyText, list, nothing, of, page, record } from '#kernel/language/calls/shape.ts';
import { device } from '#business/iot/devices/device.paper.ts';
import { powerOnDevice } from '../pool/power-on-device.paper.ts';

const at = 'blade-operation/household-manage';
const paging = { current: pageNumber(), size: pageSize(10, 1000) };

export const mainDevices = call(device, `${at}/mainMacDevice`, {
  method: 'GET',
  needs: 'view',
  title: ['主设备', 'Main devices'],
  query: paging,
  answer: page(of(device)),
});

export const subDevices = call(device, `${at}/mainMacSubDevice`, {
  method: 'GET',
  needs: 'view',
  title: ['子设备', 'Sub-devices of a main device'],
  query: { ...paging, mainMac: mac(['主设备 MAC', 'Main MAC']) },
  answer: page(of(device)),
});

export const poolPage = call(powerOnDevice, `${at}/powerOnDeviceList`, {
  method: 'GET',
  needs: 'view',
  title: ['上电设备', 'Powered-on devices'],
  query: paging,
  answer: page(of(powerOnDevice)),
});

export const clearPool = call(powerOnDevice, `${at}/deletePowerOnDevice`, {
  method: 'POST',
  needs: 'clear',
  title: ['移除上电设备', 'Remove rows of the pool'],
  body: { ids: refs('powerOnDevice', powerOnDevice.title, { required: true }) },
  answer: nothing,
});

export const seenByMac = call(powerOnDevice, `${at}/seriaNumberByMac`, {
  method: 'POST',
  needs: 'view',
  title: ['按 MAC 查序列号与型号', 'Serial number and model of a MAC'],
  body: { mac: mac(['MAC地址', 'MAC'], { required: true }) },
  answer: record({
    mac: anyText,
    serialNumber: anyText,
    thingModelId: anyText,
    modelText: anyText,
    firmwareVersion: anyText,
    bindStatus: anyText,
  }),
});

export const saveDeviceByStaff = call(device, 'blade-operation/device/adminSaveDevice', {
  method: 'POST',
  needs: 'edit',
  aliases: ['device/adminSaveDevice'],
  title: ['新增或修改设备', 'Create or change a device'],
  body: {
    id: id(device.title),
    mac: mac(['MAC地址', 'MAC']),
    serialNumber: text(['序列号', 'Serial no.'], { max: 64 }),
    thingModelId: id(['物模型', 'Thing model']),
    name: text(['设备名称', 'Name'], { max: 60 }),
    roomId: id(['房间', 'Room']),
    householdId: id(['家庭', 'Home']),
    parentMac: mac(['网关 MAC', 'MAC of the gateway']),
    reason: text(['原因', 'Reason'], { max: 200 }),
  },
  answer: record({ id: anyText, deviceKey: anyText }),
});

export const statusDistribution = call(device, 'status-distribution', {
  method: 'GET',
  needs: 'view',
  title: ['设备状态分布', 'Devices by state, model and area'],
  query: { filters: filters(device, { all: flag(['全部', 'All']) }) },
  answer: record({
    total: anyNumber,
    online: anyNumber,
    offline: anyNumber,
    inactive: anyNumber,
    disabled: anyNumber,
    alarming: anyNumber,
    byModel: list(record({ modelId: anyText, name: anyText, online: anyNumber, total: anyNumber })),
    byArea: list(record({ areaCode: anyText, name: anyText, online: anyNumber, total: anyNumber })),
    /** Moment of the count, in milliseconds. */
    ts: anyNumber,
  }),
});
