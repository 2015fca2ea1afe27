import { dict } from '#kernel/fields/dict/dict.ts';
import { flag } from '#kernel/fields/flag/flag.ts';
import { integer } from '#kernel/fields/integer/integer.ts';
import { place } from '#kernel/fields/place/place.ts';
import { quantity } from '#kernel/fields/quantity/quantity.ts';
import { ref } from '#kernel/fields/ref/ref.ts';
import { region } from '#kernel/fields/region/region.ts';
import { text } from '#kernel/fields/text/text.ts';
import { paper } from '#kernel/language/paper.ts';
import { ownOrders } from '#business/masterdata/own-jobs.rules.ts';
import { houseType, weibaoStatus } from '../dictionaries.ts';
import { homeRights } from '../rights.rules.ts';

const [ownHome] = ownOrders('customerId', 'customerId');

/** The address of one dwelling, where a household lives and technicians go. */
export const roomAddress = paper('roomAddress', {
  title: ['房间地址', 'Room address'],
  table: 'op_room_address',
  path: 'blade-operation/room-address',
  calls: { submit: ['saveOrUpdate'] },
  rights: homeRights,
  team: { through: 'premisesId', paper: 'premises' },
  mine: [{ ...ownHome, steps: [{ paper: 'household', at: 'roomAddressId', on: 'id' }, ...ownHome.steps] }],
  caption: 'fullAddress',
  hint: ['areaCode'],
  search: ['fullAddress', 'projectName', 'roomNo'],
  lines: { rooms: { paper: 'homeRoom', parent: 'roomAddressId', most: 200 } },
  uniques: [['projectName', 'building', 'unit', 'roomNo']],
  // `placeKey` is the same for all spellings of an address, so an address exists once.
  once: [{ by: ['placeKey'], words: ['地址已存在', 'This address exists already'] }],
  fields: {
    areaCode: region(['行政区划', 'Region'], { required: true, list: true, filter: 'exact', level: 3 }),
    premisesId: ref('premises', ['楼盘', 'Premises'], { list: true, filter: 'exact' }),
    projectName: text(['小区或项目', 'Community'], {
      required: true,
      list: true,
      filter: 'like',
      max: 100,
      copied: { from: 'premisesId', field: 'premisesName' },
    }),
    building: text(['楼栋', 'Building'], { list: true, filter: 'exact', max: 20 }),
    unit: text(['单元', 'Unit'], { list: true, filter: 'exact', max: 20 }),
    floor: text(['楼层', 'Floor'], { max: 20 }),
    roomNo: text(['房号', 'Room no.'], { required: true, list: true, filter: 'like', max: 30 }),
    fullAddress: text(['完整地址', 'Address'], { auto: true, list: true, filter: 'like', max: 255, width: 260 }),
    placeKey: text(['地址键', 'Key of the place'], { auto: true, unique: true, wire: true, max: 255 }),
    houseType: dict(houseType, ['户型', 'Layout'], { list: true, filter: 'exact' }),
    areaSize: quantity(['建筑面积（㎡）', 'Area (m²)']),
    location: place(['坐标', 'Coordinates']),
    weibao: dict(weibaoStatus, ['维保状态', 'Cover'], { computed: true, list: true }),
    enabled: flag(['启用', 'Enabled'], { auto: true, list: true, filter: 'exact', initial: true }),
    householdCount: integer(['家庭数', 'Homes'], { computed: true, list: true }),
    deviceCount: integer(['设备数', 'Devices'], { computed: true, list: true }),
    onlineCount: integer(['在线数', 'Online'], { computed: true, list: true }),
    remark: text(['备注', 'Remark'], { max: 255, wide: true }),
  },
  groups: [
    {
      label: ['地址', 'Address'],
      fields: ['areaCode', 'premisesId', 'projectName', 'building', 'unit', 'floor', 'roomNo', 'fullAddress'],
    },
    { label: ['房屋', 'Dwelling'], fields: ['houseType', 'areaSize', 'location', 'weibao', 'enabled', 'remark'] },
  ],
  card: ['fullAddress', 'enabled', 'weibao', 'deviceCount', 'onlineCount'],
  menu: { group: 'homes', icon: 'map-pin', path: '/operation/roomAddress', sort: 10 },
});
