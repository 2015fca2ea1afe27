import { postalAddress } from '#kernel/fields/postal-address/postal-address.ts';
import { day } from '#kernel/fields/day/day.ts';
import { dict } from '#kernel/fields/dict/dict.ts';
import { dicts } from '#kernel/fields/dicts/dicts.ts';
import { integer } from '#kernel/fields/integer/integer.ts';
import { moment } from '#kernel/fields/moment/moment.ts';
import { paperNumber } from '#kernel/fields/paper-number/paper-number.ts';
import { phone } from '#kernel/fields/phone/phone.ts';
import { ref } from '#kernel/fields/ref/ref.ts';
import { text } from '#kernel/fields/text/text.ts';
import { paper } from '#kernel/language/paper.ts';
import { nameOfCustomer, premisesOfCustomer, serviceAddress } from '../customer-fields.rules.ts';
import { repairType } from '#business/masterdata/dictionaries.ts';
import { weibao } from '../dictionaries.ts';
import { intakeRights } from '../rights.rules.ts';
import { ownOrders } from '#business/masterdata/own-jobs.rules.ts';

/** One customer at one address, with its history. A customer and address have one live file. */
export const serviceFile = paper('serviceFile', {
  title: ['服务档案', 'Service file'],
  table: 'registermain',
  path: 'blade-maintenance/webApi/registerMain',
  calls: { list: ['pageList', 'list'] },
  rights: { ...intakeRights, read: [...intakeRights.read, 'as_operator'] },
  team: { through: 'customerId', paper: 'customer' },
  mine: ownOrders('registerMainId', 'id'),
  caption: 'fileNo',
  hint: ['customerName', 'address'],
  search: ['fileNo', 'customerName', 'address', 'keyNote'],
  findable: { by: ['phone', 'fileNo', 'address'], shapes: ['phone', 'number', 'text'], first: 'home' },
  uniques: [['customerId', 'address']],
  indexed: { businessId: 'homes of a sale' },
  unusual: [
    {
      field: 'installDate',
      days: 0,
      reason: 'installReason',
      words: ['安装日期在今天以后，请填写原因', 'The install date lies ahead: say why'],
    },
  ],
  fields: {
    fileNo: paperNumber(['档案编号', 'File no.'], 'DA'),
    customerId: ref('customer', ['客户', 'Customer'], { required: true, filter: 'exact' }),
    customerName: nameOfCustomer,
    phone: phone(['手机号', 'Mobile'], {
      auto: true,
      list: true,
      filter: 'like',
      copied: { from: 'customerId', field: 'phone' },
    }),
    premisesId: premisesOfCustomer,
    address: postalAddress(['服务地址', 'Service address'], {
      ...serviceAddress,
      width: 240,
      copied: { from: 'customerId', field: 'addressDetail' },
    }),
    systemTypes: dicts(repairType, ['已装系统', 'Installed systems'], { list: true, filter: 'exact' }),
    installDate: day(['安装日期', 'Install date'], { list: true, filter: 'range' }),
    installReason: text(['安装日期在以后的原因', 'Why the install date lies ahead'], { max: 255, wide: true }),
    warrantyEndDate: day(['质保到期（最晚）', 'Latest warranty end'], { auto: true, list: true, filter: 'range' }),
    weibao: dict(weibao, ['维保状态', 'Cover status'], { computed: true, list: true }),
    openRegistrationCount: integer(['未完结登记数', 'Open work orders'], { computed: true, list: true }),
    lastServiceTime: moment(['最近服务', 'Last service'], { auto: true, list: true, filter: 'range' }),
    keyNote: text(['重要提示（宠物/钥匙/收费约定）', 'Key note'], { list: true, max: 500, wide: true, width: 200 }),
    businessId: text(['业务单', 'Business order'], { filter: 'exact', max: 64, code: true }),
    remark: text(['备注', 'Remark'], { max: 500, wide: true }),
  },
  groups: [
    {
      label: ['客户与地址', 'Customer and address'],
      fields: ['fileNo', 'customerId', 'customerName', 'phone', 'premisesId', 'address'],
    },
    {
      label: ['系统与保障', 'Systems and cover'],
      fields: [
        'systemTypes',
        'installDate',
        'installReason',
        'warrantyEndDate',
        'weibao',
        'openRegistrationCount',
        'lastServiceTime',
      ],
    },
    { label: ['提示', 'Notes'], fields: ['keyNote', 'businessId', 'remark'] },
  ],
  card: ['fileNo', 'customerName', 'phone', 'address', 'warrantyEndDate', 'keyNote'],
  menu: { group: 'intake', icon: 'folder-open', path: '/maintenance/registermain', sort: 20 },
});
