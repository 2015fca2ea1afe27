import { flag } from '#kernel/fields/flag/flag.ts';
import { id } from '#kernel/fields/ref/ref.ts';
import { text } from '#kernel/fields/text/text.ts';
import { call } from '#kernel/language/calls/call.ts';
import { anyText, record } from '#kernel/language/calls/shape.ts';
import { device } from '../../devices/device.paper.ts';
import { firmware } from '../library/firmware.paper.ts';

const mainMac = text(['主设备MAC', 'MAC of the main device'], { required: true, max: 17 });
const began = record({ taskId: anyText });
const title = ['立即升级设备', 'Upgrade one device now'] as const;

const inputs = {
  mainMac,
  firmwareId: id(firmware.title),
  waitOnline: flag(['离线等待', 'Wait until it is online']),
};

/** Upgrade one device now, to the newest released firmware unless another one is named. */
export const forceUpgrade = call(device, 'blade-operation/household-manage/forceUpgrade', {
  method: 'POST',
  needs: 'upgrade',
  title,
  query: inputs,
  answer: began,
});

/** The same call with the method GET, for older clients. */
export const forceUpgradeByGet = call(device, 'blade-operation/household-manage/forceUpgrade', {
  method: 'GET',
  needs: 'upgrade',
  title,
  query: inputs,
  answer: began,
});

/** Update the application on a gateway or wall panel. `versionId` is firmware of the module `app`. */
export const appUpdate = call(device, 'blade-operation/deviceLog/appUpdate', {
  method: 'POST',
  needs: 'upgrade',
  title: ['更新网关应用', 'Update the application of a gateway'],
  body: { mainMac, versionId: id(['应用版本', 'Version of the application']) },
  answer: began,
});
