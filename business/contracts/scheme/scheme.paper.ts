import { day } from '#kernel/fields/day/day.ts';
import { dict } from '#kernel/fields/dict/dict.ts';
import { file } from '#kernel/fields/file/file.ts';
import { flag } from '#kernel/fields/flag/flag.ts';
import { integer } from '#kernel/fields/integer/integer.ts';
import { moment } from '#kernel/fields/moment/moment.ts';
import { money } from '#kernel/fields/money/money.ts';
import { paperNumber } from '#kernel/fields/paper-number/paper-number.ts';
import { phone } from '#kernel/fields/phone/phone.ts';
import { postalAddress } from '#kernel/fields/postal-address/postal-address.ts';
import { id, ref } from '#kernel/fields/ref/ref.ts';
import { text } from '#kernel/fields/text/text.ts';
import { paper } from '#kernel/language/paper.ts';
import { nameOfCustomer } from '#business/customers/customer-fields.rules.ts';
import { timeSlot, weibao } from '#business/customers/dictionaries.ts';
import { soldAuto, soldTerms } from '../catalogue/scheme-terms.rules.ts';
import { fanganType, payStatus, schemeName, schemeStatus } from '../dictionaries.ts';
import { schemeRights } from '../rights.rules.ts';
import { schemeLifecycle } from './scheme-lifecycle.rules.ts';

/** A service contract that was sold to a customer for one home: term, visits, price, machines and consumables. */
export const scheme = paper('scheme', {
  title: ['维保方案', 'Service contract'],
  table: 'asscheme',
  path: 'blade-maintenance/webApi/asscheme',
  calls: { export: ['exportExcel'] },
  rights: schemeRights,
  team: { through: 'customerId', paper: 'customer' },
  caption: 'schemeNo',
  hint: ['customerName', 'schemeName'],
  search: ['schemeNo', 'customerName', 'address'],
  lifecycle: schemeLifecycle,
  indexed: { businessId: 'contracts of a sale' },
  // A home does not buy the same contract twice from the same day; a sheet recognises its rows by this.
  uniques: [['registerMainId', 'baseSchemeId', 'startDate']],
  fields: {
    schemeNo: paperNumber(['方案编号', 'Contract no.'], 'FA'),
    baseSchemeId: ref('baseScheme', ['方案模板', 'Template'], { required: true, filter: 'exact' }),
    schemeName: dict(schemeName, ['方案名称', 'Contract'], {
      required: true,
      list: true,
      filter: 'exact',
      copied: { from: 'baseSchemeId', field: 'schemeName' },
    }),
    schemeTypeId: ref('schemeType', ['方案类型', 'Type'], {
      required: true,
      list: true,
      filter: 'exact',
      copied: { from: 'baseSchemeId', field: 'schemeTypeId' },
    }),
    customerId: ref('customer', ['客户', 'Customer'], {
      required: true,
      list: true,
      filter: 'exact',
      copied: { from: 'registerMainId', field: 'customerId' },
    }),
    customerName: nameOfCustomer,
    registerMainId: ref('serviceFile', ['服务档案', 'Service file'], {
      required: true,
      filter: 'exact',
      depends: { customerId: 'customerId' },
    }),
    businessId: text(['业务单', 'Business order'], { list: true, filter: 'exact', max: 64, code: true }),
    serviceCardId: id(['服务卡', 'Service card'], { wire: true }),
    contactName: text(['联系人', 'Contact'], {
      required: true,
      max: 64,
      personal: 'shown',
      copied: { from: 'registerMainId', field: 'customerName' },
    }),
    contactPhone: phone(['联系电话', 'Phone'], {
      required: true,
      list: true,
      filter: 'like',
      copied: { from: 'registerMainId', field: 'phone' },
    }),
    address: postalAddress(['服务地址', 'Address'], {
      required: true,
      list: true,
      filter: 'like',
      personal: 'shown',
      max: 300,
      copied: { from: 'registerMainId', field: 'address' },
    }),
    preferredSlot: dict(timeSlot, ['偏好时段', 'Preferred slot']),
    weibao: dict(weibao, ['维保类型', 'Cover'], { auto: true, required: true, list: true, initial: 'plan' }),
    startDate: day(['开始日期', 'Start'], { required: true, list: true, filter: 'range' }),
    endDate: day(['结束日期', 'End'], {
      list: true,
      filter: 'range',
      help: ['不填按模板的服务期', 'Empty: by the term of the template'],
    }),
    ...soldTerms,
    ...soldAuto,
    fanganType: dict(fanganType, ['方案大类', 'Kind'], { auto: true }),
    timesUsed: integer(['已用次数', 'Used'], { auto: true, list: true }),
    timesLocked: integer(['占用次数', 'Reserved'], { auto: true }),
    timesLeft: integer(['剩余次数', 'Left'], { computed: true, list: true }),
    // Of a contract that ran before it came into this product: its used visits and received money.
    openingUsed: integer(['期初已用次数', 'Used before'], { sheetOnly: true, max: 365 }),
    openingPaid: money(['期初已收', 'Received before'], { sheetOnly: true }),
    nextServiceDate: day(['下次服务日期', 'Next service'], { auto: true, list: true, filter: 'range' }),
    autoPush: flag(['自动推送', 'Automatic notices'], { required: true, list: true, filter: 'exact', initial: true }),
    price: money(['成交价', 'Price'], { required: true, list: true, copied: { from: 'baseSchemeId', field: 'price' } }),
    paidAmount: money(['已收金额', 'Received'], { auto: true, list: true }),
    payStatus: dict(payStatus, ['付款状态', 'Payment'], { auto: true, list: true, filter: 'exact' }),
    schemeStatus: dict(schemeStatus, ['方案状态', 'State'], {
      auto: true,
      required: true,
      list: true,
      filter: 'exact',
    }),
    suspendReason: text(['暂停原因', 'Why suspended'], { auto: true, max: 255, wide: true }),
    suspendTime: moment(['暂停时间', 'Suspended at'], { auto: true }),
    suspendedDays: integer(['累计暂停天数', 'Suspended days'], { auto: true }),
    endReason: text(['终止原因', 'Why terminated'], { auto: true, max: 255, wide: true }),
    equipmentCount: integer(['设备数', 'Machines'], { computed: true, list: true }),
    suppliesCount: integer(['耗材数', 'Consumables'], { computed: true, list: true }),
    signFile: file(['签约附件', 'Signed contract']),
    remark: text(['备注', 'Remark'], { max: 500, wide: true }),
  },
  lines: {
    equipment: { paper: 'schemeEquipment', parent: 'schemeId' },
    supplies: { paper: 'schemeSupplies', parent: 'schemeId' },
  },
  groups: [
    {
      label: ['方案', 'Contract'],
      fields: [
        'schemeNo',
        'baseSchemeId',
        'schemeName',
        'schemeTypeId',
        'schemeStatus',
        'suspendReason',
        'endReason',
        'businessId',
      ],
    },
    {
      label: ['客户与地址', 'Customer and address'],
      fields: [
        'customerId',
        'registerMainId',
        'customerName',
        'contactName',
        'contactPhone',
        'address',
        'preferredSlot',
        'autoPush',
      ],
    },
    {
      label: ['服务期与次数', 'Term and visits'],
      fields: [
        'startDate',
        'endDate',
        'timesTotal',
        'timesUsed',
        'timesLocked',
        'timesLeft',
        'openingUsed',
        'cycleNum',
        'cycleUnit',
        'planBasis',
        'nextServiceDate',
        'seasonWindows',
        'visitNames',
      ],
    },
    {
      label: ['收款与免收', 'Money and cover'],
      fields: [
        'price',
        'paidAmount',
        'payStatus',
        'openingPaid',
        'weibao',
        'coverTypes',
        'coverScope',
        'signFile',
        'remark',
      ],
    },
  ],
  views: {
    running: { label: ['生效', 'Active'], filter: { schemeStatus: 'active' } },
    drafts: { label: ['草稿', 'Drafts'], filter: { schemeStatus: 'draft' } },
    suspended: { label: ['暂停', 'Suspended'], filter: { schemeStatus: 'suspended' }, worry: true },
    unpaid: {
      label: ['未付清', 'Not paid'],
      filter: { payStatus: 'unpaid,part', schemeStatus: 'draft,active,suspended' },
      worry: true,
    },
  },
  columns: [
    'schemeNo',
    'schemeStatus',
    'schemeName',
    'customerId',
    'contactPhone',
    'address',
    'startDate',
    'endDate',
    'timesTotal',
    'timesUsed',
    'timesLeft',
    'payStatus',
  ],
  card: ['schemeNo', 'schemeStatus', 'schemeName', 'customerName', 'endDate', 'timesLeft'],
  menu: { group: 'schemes', icon: 'shield-check', path: '/maintenance/asscheme', sort: 10 },
  print: true,
  logAs: 'scheme',
});
