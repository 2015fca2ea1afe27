import { dict } from '#kernel/fields/dict/dict.ts';
import { integer } from '#kernel/fields/integer/integer.ts';
import { quantity } from '#kernel/fields/quantity/quantity.ts';
import { ref } from '#kernel/fields/ref/ref.ts';
import { text } from '#kernel/fields/text/text.ts';
import { paper } from '#kernel/language/paper.ts';
import { fangjianType } from '#business/customers/dictionaries.ts';
import { ownOrders } from '#business/masterdata/own-jobs.rules.ts';
import { homeRights } from '../rights.rules.ts';

const [ownHome] = ownOrders('customerId', 'customerId');

/** A room of a dwelling, to which devices are assigned. */
export const homeRoom = paper('homeRoom', {
  title: ['房间', 'Room'],
  table: 'op_room',
  path: 'blade-operation/room-manage',
  rights: homeRights,
  team: { through: 'roomAddressId', paper: 'roomAddress' },
  department: { through: 'roomAddressId', paper: 'roomAddress' },
  mine: [{ ...ownHome, steps: [{ paper: 'household', at: 'roomAddressId', on: 'roomAddressId' }, ...ownHome.steps] }],
  caption: 'name',
  hint: ['roomType'],
  search: ['name'],
  order: { by: 'sort' },
  uniques: [['roomAddressId', 'name']],
  fields: {
    roomAddressId: ref('roomAddress', ['房间地址', 'Address'], { required: true, list: true, filter: 'exact' }),
    name: text(['房间名称', 'Name'], { required: true, list: true, filter: 'like', max: 30 }),
    roomType: dict(fangjianType, ['房间类型', 'Kind of room'], { required: true, list: true, filter: 'exact' }),
    floor: text(['楼层', 'Floor'], { list: true, max: 20 }),
    areaSize: quantity(['面积（㎡）', 'Area (m²)'], { list: true }),
    sort: integer(['排序', 'Order'], { list: true, initial: 1, max: 1_000_000 }),
    deviceCount: integer(['设备数', 'Devices'], { computed: true, list: true }),
  },
  card: ['name', 'roomType', 'roomAddressId', 'deviceCount'],
  menu: { group: 'homes', icon: 'boxes', path: '/operation/room', sort: 20 },
});
