import { day } from '#kernel/fields/day/day.ts';
import { dict } from '#kernel/fields/dict/dict.ts';
import { paperNumber } from '#kernel/fields/paper-number/paper-number.ts';
import { quantity } from '#kernel/fields/quantity/quantity.ts';
import { ref } from '#kernel/fields/ref/ref.ts';
import { text } from '#kernel/fields/text/text.ts';
import { paper } from '#kernel/language/paper.ts';
import { equipmentCategory, repairType } from '#business/masterdata/dictionaries.ts';
import { equipmentStatus, fangjianType } from '../dictionaries.ts';
import { customerRights } from '../rights.rules.ts';
import { ownOrders } from '#business/masterdata/own-jobs.rules.ts';

/** One installed machine at one address, the subject of reports, repairs and cover. */
export const equipment = paper('equipment', {
  title: ['设备档案', 'Equipment'],
  plural: 'Equipment',
  table: 'asequipment',
  path: 'blade-maintenance/webApi/asequipment',
  rights: customerRights,
  team: { through: 'customerId', paper: 'customer' },
  mine: ownOrders('customerId', 'customerId'),
  caption: 'equipmentName',
  hint: ['model', 'installPosition'],
  search: ['equipmentNo', 'equipmentName', 'model', 'serialNo', 'mac', 'installPosition'],
  findable: { by: ['serialNo', 'mac', 'equipmentNo'], shapes: ['code', 'number'] },
  uniques: [['manufacturerId', 'serialNo']],
  unusual: [
    {
      field: 'installDate',
      days: 0,
      reason: 'installReason',
      words: ['安装日期在今天以后，请填写原因', 'The install date lies ahead: say why'],
    },
  ],
  fields: {
    equipmentNo: paperNumber(['设备编号', 'Equipment no.'], 'SB'),
    registerMainId: ref('serviceFile', ['服务档案', 'Service file'], { required: true, filter: 'exact' }),
    customerId: ref('customer', ['客户', 'Customer'], {
      required: true,
      list: true,
      filter: 'exact',
      copied: { from: 'registerMainId', field: 'customerId' },
    }),
    equipmentName: text(['设备名称', 'Equipment name'], { required: true, list: true, filter: 'like', max: 100 }),
    equipmentCategory: dict(equipmentCategory, ['设备类别', 'Category'], {
      required: true,
      list: true,
      filter: 'exact',
    }),
    systemType: dict(repairType, ['所属系统', 'System'], { required: true, list: true, filter: 'exact' }),
    manufacturerId: ref('manufacturer', ['品牌厂家', 'Manufacturer'], { list: true, filter: 'exact' }),
    model: text(['型号', 'Model'], { list: true, filter: 'like', max: 64 }),
    serialNo: text(['序列号', 'Serial no.'], { list: true, filter: 'like', max: 64, code: true }),
    mac: text(['设备MAC', 'MAC'], { unique: true, list: true, filter: 'like', max: 32, code: true }),
    instanceId: ref('device', ['物联网实例', 'IoT device'], { filter: 'exact' }),
    fangjianType: dict(fangjianType, ['房间类型', 'Room type'], { filter: 'exact' }),
    installPosition: text(['安装位置', 'Position'], { max: 100 }),
    installDate: day(['安装日期', 'Install date'], { list: true, filter: 'range' }),
    installReason: text(['安装日期在以后的原因', 'Why the install date lies ahead'], { max: 255, wide: true }),
    commissionDate: day(['调试日期', 'Commissioning date']),
    warrantyEndDate: day(['质保到期', 'Warranty end'], { auto: true, list: true, filter: 'range' }),
    equipmentStatus: dict(equipmentStatus, ['设备状态', 'Equipment state'], {
      required: true,
      list: true,
      filter: 'exact',
      initial: 'normal',
    }),
    replacedById: ref('equipment', ['更换为', 'Replaced by'], { auto: true, filter: 'exact' }),
    runHours: quantity(['累计运行小时', 'Run hours'], { auto: true }),
    lastMaintainDate: day(['上次保养', 'Last maintained'], { auto: true, list: true, filter: 'range' }),
    parentId: ref('equipment', ['上级设备', 'Parent equipment'], { depends: { registerMainId: 'registerMainId' } }),
  },
  groups: [
    {
      label: ['设备', 'Equipment'],
      fields: [
        'equipmentNo',
        'equipmentName',
        'equipmentCategory',
        'systemType',
        'manufacturerId',
        'model',
        'serialNo',
        'mac',
        'instanceId',
        'equipmentStatus',
      ],
    },
    {
      label: ['装在哪里', 'Where it stands'],
      fields: ['registerMainId', 'customerId', 'fangjianType', 'installPosition', 'parentId'],
    },
    {
      label: ['安装与质保', 'Installation and warranty'],
      fields: ['installDate', 'installReason', 'commissionDate', 'warrantyEndDate', 'lastMaintainDate', 'runHours'],
    },
  ],
  views: {
    faulty: { label: ['故障', 'Faulty'], filter: { equipmentStatus: 'fault,limited' }, worry: true },
  },
  card: ['equipmentName', 'equipmentStatus', 'customerId', 'model', 'serialNo', 'warrantyEndDate'],
  menu: { group: 'master', icon: 'cpu', path: '/maintenance/asequipment', sort: 50 },
});
