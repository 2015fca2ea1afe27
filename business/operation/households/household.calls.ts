import { mac } from '#kernel/fields/mac/mac.ts';
import { moment } from '#kernel/fields/moment/moment.ts';
import { phone } from '#kernel/fields/phone/phone.ts';
import { id } from '#kernel/fields/ref/ref.ts';
import { files } from '#kernel/fields/file/file.ts';
import { quantity } from '#kernel/fields/quantity/quantity.ts';
import { refs } from '#kernel/fields/refs/refs.ts';
import { text } from '#kernel/fields/text/text.ts';
import { call, exactText } from '#kernel/language/calls/call.ts';
import {
  type AnswerOf,
  anyNumber,
  anyText,
  bothLanguages,
  list,
  nothing,
  nullable,
  of,
  record,
} from '#kernel/language/calls/shape.ts';
import { roomAddress } from '../addresses/room-address.paper.ts';
import { deviceWithWanted } from '../wall/wall.calls.ts';
import { member } from '../members/member.paper.ts';
import { household } from './household.paper.ts';

const which = { householdId: id(household.title, { required: true }) };
const word = (zh: string, en: string, max = 200) => text([zh, en], { max });
const reason = word('原因', 'Reason');

/** A device of a home, with the fields of the list of devices. */
const deviceOfHome = record({
  id: anyText,
  mac: anyText,
  deviceName: anyText,
  deviceKey: anyText,
  modelId: anyText,
  modelName: anyText,
  modelCode: anyText,
  category: anyText,
  mainMac: nullable(anyText),
  parentId: nullable(anyText),
  nodeType: anyText,
  onlineStatus: anyText,
  lastOnlineTime: anyText,
  firmwareVersion: anyText,
  alarmLevel: nullable(anyText),
  instanceStatus: anyText,
});

const roomOfDevices = record({
  groupId: anyText,
  roomName: anyText,
  roomType: anyText,
  floor: anyText,
  areaSize: anyText,
  devices: list(deviceOfHome),
});

export const homeDevices = call(household, 'deviceList', {
  method: 'GET',
  needs: 'view',
  title: ['家庭设备（按房间）', 'Devices of a home by room'],
  query: which,
  answer: list(roomOfDevices),
});

/** A home at present: its data, address, members, and devices by room. */
export const readHomeNow = call(household, 'home', {
  method: 'GET',
  needs: 'view',
  title: ['家庭此刻', 'A home now'],
  query: { id: id(household.title, { required: true }) },
  answer: record({
    home: of(household),
    address: nullable(of(roomAddress)),
    /** Service file of the customer; null: none that the caller may see. */ fileId: nullable(anyText),
    /** Level of the customer; empty: unknown, or not visible to the caller. */ customerLevel: anyText,
    members: list(of(member)),
    rooms: list(roomOfDevices),
  }),
});

/** Current values of the devices of a home. */
export const readHomeValues = call(household, 'homeValues', {
  method: 'GET',
  needs: 'view',
  title: ['家庭设备此刻', 'Values of a home now'],
  query: { id: id(household.title, { required: true }) },
  answer: list(deviceWithWanted),
});

/** Use of a home in this month by day until yesterday, for each kind of meter. */
export const readHomeMonth = call(household, 'homeMonth', {
  method: 'GET',
  needs: 'view',
  title: ['家庭本月用量', 'Use of a home in this month'],
  query: { id: id(household.title, { required: true }) },
  answer: list(
    record({
      energy: anyText,
      unit: anyText,
      sum: nullable(anyNumber),
      /** Sum of the same days a year before; null: not all of them are known. */ before: nullable(anyNumber),
      /** Why the figures are doubtful, for example an exchanged meter; null: they are not. */
      mark: nullable(bothLanguages),
      days: list(nullable(anyNumber)),
    }),
  ),
});

export type HomeNow = AnswerOf<typeof readHomeNow>;
export type HomeNowRoom = HomeNow['rooms'][number];
export type HomeNowDevice = HomeNowRoom['devices'][number];

export const appDevices = call(household, 'blade-operation/app-house/deviceList', {
  method: 'GET',
  needs: 'view',
  aliases: ['app-house/deviceList'],
  title: ['APP 看到的家庭设备', 'Devices of a home as the app sees them'],
  query: { householdId: id(household.title), appguid: word('APP 家庭标识', 'App home guid', 64) },
  answer: list(
    record({
      groupId: anyText,
      roomName: anyText,
      devices: list(
        record({
          id: anyText,
          mac: anyText,
          deviceName: anyText,
          category: anyText,
          onlineStatus: anyText,
          nodeType: anyText,
        }),
      ),
    }),
  ),
});

export const bindByMac = call(household, 'macBindDev', {
  method: 'POST',
  needs: 'bind',
  title: ['绑定设备', 'Bind a device'],
  body: {
    ...which,
    mac: mac(['MAC地址', 'MAC'], { required: true }),
    serialNumber: word('序列号', 'Serial no.', 64),
    roomId: id(['房间', 'Room']),
    name: word('设备名称', 'Name', 60),
    reason,
    /**
     * Device of the home that the new one replaces; the replaced device is unbound. `oldEnd` and `newStart` are the
     * readings of both meters.
     */
    replacesId: id(['替换设备', 'In place of']),
    oldEnd: quantity(['旧表止码', 'Old meter ended at']),
    newStart: quantity(['新表起码', 'New meter began at']),
    photos: files(['照片', 'Photos'], { takes: 'image', most: 3 }),
  },
  answer: record({ id: anyText, householdId: anyText, deviceName: anyText }),
});

export const saveHomeDevice = call(household, 'saveDevice', {
  method: 'POST',
  needs: 'bind',
  title: ['新增或修改子设备', 'Add or change a sub-device'],
  body: {
    ...which,
    id: id(['设备', 'Device']),
    mac: mac(['MAC地址', 'MAC']),
    name: word('设备名称', 'Name', 60),
    roomId: id(['房间', 'Room']),
    thingModelId: id(['物模型', 'Thing model']),
    serialNumber: word('序列号', 'Serial no.', 64),
    reason,
  },
  answer: record({ id: anyText, householdId: anyText, deviceName: anyText }),
});

export const removeHomeDevices = call(household, 'deleteDevice', {
  method: 'POST',
  needs: 'unbind',
  title: ['解绑并删除设备', 'Unbind and remove devices'],
  body: { ids: refs('device', ['设备', 'Devices'], { required: true }), reason },
  answer: nothing,
});

export const unbindDevice = call(household, 'unbindDevice', {
  method: 'POST',
  needs: 'unbind',
  title: ['解绑设备', 'Unbind devices'],
  body: {
    ids: refs('device', ['设备', 'Devices'], { required: true }),
    reason: text(['原因', 'Reason'], { required: true, max: 200 }),
  },
  answer: nothing,
});

export const moveHome = call(household, 'updateRoomAddress', {
  method: 'POST',
  needs: 'edit',
  title: ['变更家庭地址', 'Move a home'],
  body: { ...which, roomAddressId: id(['房间地址', 'Address'], { required: true }) },
  answer: of(household, ['id', 'roomAddressId']),
});

export const setCameras = call(household, 'updateYingshi', {
  method: 'POST',
  needs: 'ezviz',
  title: ['设置萤石授权', 'Set the EZVIZ authorisation'],
  body: {
    ...which,
    ezvizPhone: phone(['萤石手机号', 'EZVIZ mobile']),
    ezvizAppKey: word('应用Key', 'App key', 64),
    accessToken: exactText(['访问令牌', 'Access token'], { most: 200 }),
    expireTime: moment(['到期时间', 'Expires']),
    authCode: exactText(['授权码', 'Code'], { most: 200 }),
  },
  answer: record({ householdId: anyText, ezvizStatus: anyText }),
});

const detaching = { account: word('账号', 'Account', 50) };
const detached = record({
  householdId: nullable(anyText),
  householdStatus: nullable(anyText),
  owner: nullable(anyText),
});
const detachTitle = ['解绑 APP 账号', 'Detach an app account'] as const;

export const detachAccount = call(household, 'unbind', {
  method: 'POST',
  needs: 'edit',
  title: detachTitle,
  query: detaching,
  answer: detached,
});

/** The same call with the method GET, for older clients. */
export const detachAccountByGet = call(household, 'unbind', {
  method: 'GET',
  needs: 'edit',
  title: detachTitle,
  query: detaching,
  answer: detached,
});
