import { premises } from '#business/customers/premises.paper.ts';
import { addDays } from '#kernel/language/days.ts';
import { Chance, type DemoWorld } from '#business/system/seed/demo-world.seed.ts';

type Team = 'east' | 'west' | 'north' | 'south';
interface District {
  name: string;
  code: string;
  team: Team;
  lng: number;
  lat: number;
  spread: number;
  km: number;
  roads: string[];
  estates: string[];
}

/** Eight districts inside a box of 45 × 45 km; estates and their managers are invented. */
const districts: readonly District[] = [
  {
    name: '浦东',
    code: '310115',
    team: 'east',
    lng: 121.56,
    lat: 31.215,
    spread: 0.07,
    km: 18,
    roads: ['锦绣路', '芳甸路', '丁香路', '浦三路', '张杨路', '成山路'],
    estates: [
      '东方城市花园',
      '锦绣澜庭',
      '世纪云邸',
      '浦江名邸',
      '碧云晓筑',
      '张江汤岸',
      '花木听雨苑',
      '金桥长岛',
      '三林御园',
      '川沙星河湾畔',
      '临江一品',
      '丁香国际里',
    ],
  },
  {
    name: '闵行',
    code: '310112',
    team: 'south',
    lng: 121.385,
    lat: 31.125,
    spread: 0.045,
    km: 14,
    roads: ['都市路', '水清路', '春申路', '七莘路', '虹梅路'],
    estates: [
      '莘庄映月苑',
      '春申观庭',
      '古美名苑',
      '虹桥逸墅',
      '七宝云锦',
      '梅陇晴川里',
      '浦江锦麟',
      '马桥溪岸',
      '颛桥和园',
    ],
  },
  {
    name: '徐汇',
    code: '310104',
    team: 'south',
    lng: 121.44,
    lat: 31.175,
    spread: 0.025,
    km: 9,
    roads: ['龙华西路', '漕溪路', '天钥桥路', '宛平南路'],
    estates: ['滨江云璟', '衡山别院', '漕河泾雅筑', '康健紫竹苑', '龙华书香里', '田林华府', '徐家汇臻园'],
  },
  {
    name: '长宁',
    code: '310105',
    team: 'west',
    lng: 121.405,
    lat: 31.215,
    spread: 0.025,
    km: 6,
    roads: ['天山路', '仙霞路', '虹桥路', '茅台路'],
    estates: ['天山华庭', '虹桥新天地苑', '仙霞听涛', '新华云筑', '古北御景', '中山公寓·和颂', '北新泾水岸'],
  },
  {
    name: '静安',
    code: '310106',
    team: 'west',
    lng: 121.45,
    lat: 31.25,
    spread: 0.025,
    km: 8,
    roads: ['江宁路', '共和新路', '万航渡路', '彭江路'],
    estates: ['静安枫景', '苏河壹品', '大宁绿邸', '江宁雅集', '曹家渡澜园', '彭浦和庭'],
  },
  {
    name: '普陀',
    code: '310107',
    team: 'west',
    lng: 121.385,
    lat: 31.255,
    spread: 0.03,
    km: 7,
    roads: ['真光路', '金沙江路', '长寿路', '岚皋路'],
    estates: ['长风锦城', '中环澜岸', '真如金邸', '桃浦新筑', '武宁云上', '甘泉和苑'],
  },
  {
    name: '宝山',
    code: '310113',
    team: 'north',
    lng: 121.47,
    lat: 31.355,
    spread: 0.04,
    km: 16,
    roads: ['淞宝路', '菊太路', '共康路', '牡丹江路'],
    estates: ['顾村樱花里', '淞滨海上苑', '大华锦绣山', '美兰湖墅', '共康雅苑', '杨行星辰', '罗店古镇别院'],
  },
  {
    name: '杨浦',
    code: '310110',
    team: 'north',
    lng: 121.52,
    lat: 31.285,
    spread: 0.025,
    km: 11,
    roads: ['政立路', '控江路', '黄兴路', '国权路'],
    estates: ['五角场知景', '新江湾首席', '控江名邸', '鞍山书苑', '黄兴绿园', '东外滩壹号'],
  },
];

const managers = ['和颐物业', '申安物业', '锦诚物业', '绿岸服务', '海纳物业', '德邻物业'];
const developers = ['申远地产', '嘉禾置业', '东岸开发', '宏石地产', '云庭置业'];
const notes = [
  '地面车位紧张，请停访客区，门岗登记身份证。',
  '凭业主预约码进场，大件走货梯。',
  '周日与法定节假日不得施工有噪声。',
  '门岗需电话确认业主，约等 5 分钟。',
  '地库限高 2.1 米，厢货停北门。',
];

export interface Estate {
  id: string;
  name: string;
  team: Team;
  address: string;
  district: string;
  location: string;
}

/** Create sixty estates with distance, water hardness and notes on access. */
export async function seedPremises(world: DemoWorld): Promise<Estate[]> {
  const chance = new Chance(world.random);
  return world.as('as_admin', `${addDays(world.today, -1800)} 09:00:00`, async (context) => {
    const estates: Estate[] = [];
    for (const district of districts) {
      for (const name of district.estates) {
        const lng = (district.lng + (world.random() - 0.5) * 2 * district.spread).toFixed(6);
        const lat = (district.lat + (world.random() - 0.5) * 2 * district.spread).toFixed(6);
        const address = `上海市${district.name === '浦东' ? '浦东新' : district.name}区${chance.pick(district.roads)}${chance.between(18, 1899)}弄`;
        const row = await context.create(premises, {
          premisesName: name,
          provinceCode: '31',
          cityCode: '3101',
          districtCode: district.code,
          address,
          location: `${lng},${lat}`,
          customerServiceTeam: district.team,
          areaCode: `${district.name}${chance.between(1, 3)}片`,
          baseDistanceKm: `${Math.min(45, Math.max(4, district.km + chance.between(-4, 12)))}.${chance.between(0, 9)}`,
          developer: chance.pick(developers),
          propertyCompany: chance.pick(managers),
          propertyPhone: `021-5${chance.digits(7)}`,
          deliveryDate: addDays(world.today, -chance.between(700, 5200)),
          households: chance.between(160, 2400),
          heatSource: chance.weighted({ gas: 60, heatPump: 25, ground: 5, electric: 10 }),
          waterHardness: String(chance.between(90, 280)),
          ...(chance.percent(60) && { accessNote: chance.pick(notes) }),
        });
        estates.push({
          id: row.id,
          name,
          team: district.team,
          address,
          district: district.name,
          location: `${lng},${lat}`,
        });
      }
    }
    return estates;
  });
}
