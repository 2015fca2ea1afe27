import { postalAddress } from '#kernel/fields/postal-address/postal-address.ts';
import { dict } from '#kernel/fields/dict/dict.ts';
import { flag } from '#kernel/fields/flag/flag.ts';
import { integer } from '#kernel/fields/integer/integer.ts';
import { moment } from '#kernel/fields/moment/moment.ts';
import { paperNumber } from '#kernel/fields/paper-number/paper-number.ts';
import { phone } from '#kernel/fields/phone/phone.ts';
import { place } from '#kernel/fields/place/place.ts';
import { quantity } from '#kernel/fields/quantity/quantity.ts';
import { id, ref } from '#kernel/fields/ref/ref.ts';
import { refs } from '#kernel/fields/refs/refs.ts';
import { text } from '#kernel/fields/text/text.ts';
import { paper } from '#kernel/language/paper.ts';
import { customerDataSource, customerLevel, customerType, timeSlot, warrantyStatus } from '../dictionaries.ts';
import { customerServiceTeam } from '#business/system/dictionaries.ts';
import { customerRights } from '../rights.rules.ts';
import { ownOrders } from '#business/masterdata/own-jobs.rules.ts';

/** A customer: a person, company, developer or property manager, with one home or more. */
export const customer = paper('customer', {
  title: ['客户', 'Customer'],
  table: 'ascustomer',
  path: 'blade-maintenance/webApi/ascustomer',
  rights: customerRights,
  team: { field: 'customerServiceTeam' },
  mine: ownOrders('customerId', 'id'),
  caption: 'customerName',
  hint: ['customerLevel', 'addressDetail'],
  search: ['customerNo', 'customerName', 'addressDetail', 'tags', 'salesman'],
  findable: {
    by: ['phone', 'phone2', 'customerName', 'addressDetail', 'customerNo'],
    shapes: ['phone', 'number', 'text'],
    first: 'person',
  },
  mergedInto: 'mergedIntoId',
  // A merge cannot be undone, so only a lead may do it, as with saving a duplicate.
  buttons: { merge: { label: ['合并客户', 'Merge customers'], roles: ['as_cs_lead', 'as_admin'] } },
  indexed: { phone2: 'alarms at the home of a caller' },
  duplicates: {
    by: ['phone', 'premisesId', 'building', 'roomNo'],
    said: ['已存在相同客户', 'The same customer exists'],
    force: 'force',
  },
  fields: {
    customerNo: paperNumber(['客户编号', 'Customer no.'], 'KH'),
    customerName: text(['客户姓名', 'Customer name'], {
      required: true,
      list: true,
      filter: 'like',
      personal: 'shown',
      max: 64,
    }),
    customerType: dict(customerType, ['客户类型', 'Customer type'], {
      required: true,
      list: true,
      filter: 'exact',
      initial: 'person',
      width: 118,
    }),
    customerLevel: dict(customerLevel, ['客户等级', 'Customer level'], {
      required: true,
      list: true,
      filter: 'exact',
      initial: 'normal',
    }),
    phone: phone(['手机号', 'Mobile'], { required: true, list: true, filter: 'like' }),
    phone2: phone(['备用电话', 'Second phone'], { filter: 'like' }),
    contactName: text(['联系人', 'Contact'], { personal: 'shown', max: 64 }),
    premisesId: ref('premises', ['楼盘', 'Premises'], { list: true, filter: 'exact' }),
    building: text(['楼栋', 'Building'], { list: true, max: 20 }),
    unit: text(['单元', 'Unit'], { max: 20 }),
    roomNo: text(['房号', 'Room no.'], { list: true, max: 20 }),
    addressDetail: postalAddress(['详细地址', 'Address'], {
      estate: 'premisesId',
      required: true,
      list: true,
      filter: 'like',
      personal: 'shown',
      max: 200,
      width: 220,
    }),
    location: place(['坐标', 'Coordinates']),
    houseArea: quantity(['面积（㎡）', 'Area (m²)']),
    customerServiceTeam: dict(customerServiceTeam, ['服务班组', 'Service team'], { list: true, filter: 'exact' }),
    customerDataSource: dict(customerDataSource, ['数据来源', 'Data source'], {
      required: true,
      list: true,
      filter: 'exact',
      initial: 'manual',
    }),
    guidInfo: text(['VIP标识（GUID）', 'VIP GUID'], { filter: 'exact', max: 64 }),
    householdId: id(['智能家居住户', 'Smart-home household'], { wire: true }),
    wechatUserId: id(['微信用户', 'WeChat user'], { wire: true }),
    salesman: text(['销售顾问', 'Salesperson'], { filter: 'like', max: 64 }),
    preferredTechnicianIds: refs('technician', ['偏好技师', 'Preferred technicians']),
    blockedTechnicianIds: refs('technician', ['不派技师', 'Excluded technicians']),
    preferredSlot: dict(timeSlot, ['偏好时段', 'Preferred slot']),
    warrantyStatus: dict(warrantyStatus, ['质保状态', 'Warranty state'], { computed: true, list: true }),
    lastServiceTime: moment(['最近服务时间', 'Last service'], { auto: true, list: true, filter: 'range' }),
    serviceCount: integer(['服务次数', 'Service count'], { auto: true, list: true }),
    receiveMarketing: flag(['接收营销信息', 'Accepts marketing']),
    tags: text(['标签', 'Tags'], { filter: 'like', max: 200 }),
    remark: text(['备注', 'Remark'], { max: 500, wide: true }),
    mergedIntoId: ref('customer', ['已并入客户', 'Merged into'], { auto: true }),
  },
  groups: [
    {
      label: ['客户', 'Customer'],
      fields: [
        'customerNo',
        'customerName',
        'phone',
        'phone2',
        'contactName',
        'customerType',
        'customerLevel',
        'customerDataSource',
        'salesman',
        'tags',
      ],
    },
    {
      label: ['住址', 'Home'],
      fields: [
        'premisesId',
        'building',
        'unit',
        'roomNo',
        'addressDetail',
        'location',
        'houseArea',
        'customerServiceTeam',
      ],
    },
    {
      label: ['服务偏好', 'Preferences'],
      fields: [
        'preferredTechnicianIds',
        'blockedTechnicianIds',
        'preferredSlot',
        'receiveMarketing',
        'remark',
        'mergedIntoId',
      ],
    },
  ],
  card: ['customerName', 'customerLevel', 'phone', 'addressDetail', 'lastServiceTime'],
  menu: { group: 'customers', icon: 'users', path: '/maintenance/ascustomer', sort: 10 },
  logAs: 'customer',
});
