import { dict } from '#kernel/fields/dict/dict.ts';
import { integer } from '#kernel/fields/integer/integer.ts';
import { mac } from '#kernel/fields/mac/mac.ts';
import { moment } from '#kernel/fields/moment/moment.ts';
import { ref } from '#kernel/fields/ref/ref.ts';
import { structured } from '#kernel/fields/structured/structured.ts';
import { text } from '#kernel/fields/text/text.ts';
import { paper } from '#kernel/language/paper.ts';
import { mainMacType } from '#business/iot/devices/dictionaries.ts';
import { bindStatus } from '../dictionaries.ts';
import { deskRights } from '../rights.rules.ts';
import { poolLifecycle } from './pool-lifecycle.rules.ts';

/** A device that announced itself and has no home yet. Installers choose from this pool. */
export const powerOnDevice = paper('powerOnDevice', {
  title: ['上电设备', 'Powered-on device'],
  table: 'op_power_on_device',
  path: 'blade-operation/power-on-device',
  rights: { ...deskRights, write: [], read: [...deskRights.read, 'as_technician', 'as_leader'] },
  sight: 'shared',
  readOnly: true,
  lifecycle: poolLifecycle,
  buttons: { clear: { label: ['移除', 'Remove'], roles: ['as_operator'] } },
  caption: 'mac',
  hint: ['modelText'],
  search: ['mac', 'serialNumber', 'modelText'],
  order: { by: 'lastSeenTime', down: true },
  fields: {
    mac: mac(['MAC地址', 'MAC'], { required: true, unique: true, list: true, filter: 'exact' }),
    serialNumber: text(['序列号', 'Serial no.'], { list: true, filter: 'like', max: 64, code: true }),
    bindStatus: dict(bindStatus, ['绑定状态', 'Binding'], { auto: true, list: true, filter: 'exact' }),
    mainMacType: dict(mainMacType, ['主设备类型', 'Kind of main device'], { list: true, filter: 'exact' }),
    modelText: text(['型号', 'Model'], { list: true, filter: 'like', max: 60 }),
    thingModelId: ref('thingModel', ['物模型', 'Thing model'], { list: true, filter: 'exact' }),
    firmwareVersion: text(['固件版本', 'Firmware'], { list: true, max: 32 }),
    ip: text(['IP地址', 'IP address'], { list: true, max: 45 }),
    signal: integer(['信号强度（dBm）', 'Signal (dBm)'], { list: true, sum: false, min: 'any', max: 1000 }),
    powerOnCount: integer(['上电次数', 'Times powered on'], { list: true, max: 1_000_000_000 }),
    firstSeenTime: moment(['首次上电', 'First seen'], { list: true }),
    lastSeenTime: moment(['最近上电', 'Last seen'], { required: true, list: true, filter: 'range' }),
    householdId: ref('household', ['家庭', 'Home'], { list: true, filter: 'exact' }),
    announce: structured(['上电报文', 'Announcement'], {
      parts: [
        { name: 'id', label: ['设备', 'Device'], type: 'ref', paper: 'device' },
        { name: 'mac', label: ['MAC地址', 'MAC'], type: 'text' },
        { name: 'sn', label: ['序列号', 'Serial no.'], type: 'text' },
        { name: 'address', label: ['对端地址', 'Peer address'], type: 'text' },
      ],
    }),
  },
  card: ['mac', 'bindStatus', 'modelText', 'lastSeenTime', 'signal'],
  menu: { group: 'homes', icon: 'zap', path: '/operation/powerOn', sort: 40 },
});
