import { dict } from '#kernel/fields/dict/dict.ts';
import { integer } from '#kernel/fields/integer/integer.ts';
import { mac } from '#kernel/fields/mac/mac.ts';
import { moment } from '#kernel/fields/moment/moment.ts';
import { paperNumber } from '#kernel/fields/paper-number/paper-number.ts';
import { phone } from '#kernel/fields/phone/phone.ts';
import { id, ref } from '#kernel/fields/ref/ref.ts';
import { text } from '#kernel/fields/text/text.ts';
import { paper } from '#kernel/language/paper.ts';
import { mainMacType } from '#business/iot/devices/dictionaries.ts';
import { ownOrders } from '#business/masterdata/own-jobs.rules.ts';
import { ezvizStatus, householdStatus, serviceLevel, weibaoStatus } from '../dictionaries.ts';
import { homeRights } from '../rights.rules.ts';
import { householdLifecycle } from './household-lifecycle.rules.ts';

/** A family at an address, with its members and devices. An address has at most one active household. */
export const household = paper('household', {
  title: ['家庭', 'Home'],
  table: 'op_household',
  path: 'blade-operation/household-manage',
  says: { status: 'householdStatus' },
  calls: { remove: ['delete'] },
  rights: homeRights,
  team: { through: 'roomAddressId', paper: 'roomAddress' },
  department: { through: 'customerId', paper: 'customer', orOwn: true },
  mine: ownOrders('customerId', 'customerId'),
  lifecycle: householdLifecycle,
  caption: 'name',
  hint: ['householdNo'],
  search: ['householdNo', 'name', 'account', 'mainMac'],
  findable: { by: ['phone', 'householdNo', 'mainMac'], shapes: ['phone', 'number', 'text', 'code'], first: 'home' },
  buttons: {
    // A technician may bind devices during an installation, but not unbind them.
    bind: { label: ['绑定设备', 'Bind devices'], roles: ['as_operator', 'as_iot', 'as_technician'] },
    unbind: { label: ['解绑设备', 'Unbind devices'], roles: ['as_operator', 'as_iot'] },
    rebind: { label: ['改绑设备', 'Move a device to another home'], roles: ['as_operator'] },
    ezviz: { label: ['设置萤石授权', 'EZVIZ authorisation'], roles: ['as_operator'] },
  },
  indexed: { appguid: 'home as the app names it', phone: 'alarms at the home of a caller' },
  fields: {
    householdNo: paperNumber(['家庭编号', 'Home no.'], 'H'),
    name: text(['户主姓名', 'Owner'], {
      required: true,
      list: true,
      filter: 'like',
      personal: 'shown',
      max: 50,
      copied: { from: 'customerId', field: 'customerName' },
    }),
    phone: phone(['手机号', 'Mobile'], {
      required: true,
      list: true,
      filter: 'exact',
      copied: { from: 'customerId', field: 'phone' },
    }),
    householdStatus: dict(householdStatus, ['状态', 'State'], { auto: true, list: true, filter: 'exact' }),
    account: text(['APP 账号', 'App account'], { list: true, filter: 'exact', max: 50 }),
    roomAddressId: ref('roomAddress', ['房间地址', 'Address'], { required: true, list: true, filter: 'exact' }),
    customerId: ref('customer', ['售后客户', 'Customer'], { list: true, filter: 'exact' }),
    appguid: text(['APP 家庭标识', 'App home guid'], { max: 64 }),
    appSubjectId: id(['APP 主体', 'App subject'], { wire: true }),
    mainMac: mac(['主设备 MAC', 'Main MAC'], { auto: true, list: true, filter: 'exact' }),
    mainMacType: dict(mainMacType, ['主设备类型', 'Kind of main device'], { auto: true, list: true, filter: 'exact' }),
    memberCount: integer(['成员数', 'Members'], { computed: true, list: true }),
    deviceCount: integer(['设备数', 'Devices'], { computed: true, list: true }),
    onlineCount: integer(['在线数', 'Online'], { computed: true, list: true }),
    ezvizStatus: dict(ezvizStatus, ['萤石授权', 'EZVIZ'], {
      auto: true,
      list: true,
      filter: 'exact',
      initial: 'none',
    }),
    weibao: dict(weibaoStatus, ['维保状态', 'Cover'], { computed: true, list: true }),
    serviceLevel: dict(serviceLevel, ['服务等级', 'Service level'], { list: true, filter: 'exact', initial: 'normal' }),
    activateTime: moment(['激活时间', 'Active since'], { auto: true, list: true, filter: 'range' }),
    moveOutTime: moment(['迁出时间', 'Moved out'], { auto: true, filter: 'range' }),
    remark: text(['备注', 'Remark'], { max: 255, wide: true }),
  },
  groups: [
    {
      label: ['家庭', 'Home'],
      fields: [
        'householdNo',
        'name',
        'phone',
        'roomAddressId',
        'customerId',
        'serviceLevel',
        'account',
        'appguid',
        'remark',
      ],
    },
    {
      label: ['设备与授权', 'Devices and authorisation'],
      fields: ['mainMac', 'mainMacType', 'ezvizStatus', 'weibao', 'activateTime', 'moveOutTime'],
    },
  ],
  views: {
    waiting: { label: ['待激活', 'Pending'], filter: { householdStatus: 'pending' }, worry: true },
  },
  card: ['name', 'householdStatus', 'phone', 'roomAddressId', 'deviceCount', 'weibao'],
  menu: { group: 'homes', icon: 'house-plus', path: '/operation/household', sort: 5 },
  logAs: 'household',
});
