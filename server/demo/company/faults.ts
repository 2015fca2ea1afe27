import type { Chance } from '#business/system/seed/demo-world.seed.ts';

export interface SeedFault {
  category: string;
  words: readonly string[];
  code?: readonly string[];
}

/** What callers say, by system and class of fault. `{r}` is a room. */
const faults: Readonly<Record<string, readonly SeedFault[]>> = {
  hvac: [
    {
      category: 'noCool',
      words: [
        '{r}空调开了半小时还是热风，其他房间正常。',
        '全屋不制冷，室外机风扇在转但出风不凉。',
        '设定 24 度,{r}一直 29 度下不来。',
      ],
    },
    { category: 'noHeat', words: ['制热出风是凉的，室外机结霜很厚。', '{r}制热半小时没有温度，面板显示正常。'] },
    { category: 'leak', words: ['{r}风口滴水，吊顶已经湿了一块。', '室内机漏水，昨晚接了半盆。'] },
    { category: 'noise', words: ['室外机震动很大，楼上投诉了。', '{r}出风口有哒哒声，夜里睡不着。'] },
    {
      category: 'code',
      words: ['面板报 {c}，按复位没有用。', '开机十分钟后报 {c} 停机。'],
      code: ['E1', 'E6', 'U4', 'P2'],
    },
    { category: 'smell', words: ['开空调有霉味，孩子咳嗽，想尽快清洗。'] },
    { category: 'noStart', words: ['按遥控没反应，面板不亮，空开没跳。'] },
  ],
  floorHeat: [
    {
      category: 'noHeat',
      words: [
        '{r}地面凉，早上 7 点起不热，其他房间正常。',
        '全屋地暖不热，分集水器供水管也是凉的。',
        '{r}一路不热，其余四路正常。',
      ],
    },
    { category: 'leak', words: ['分集水器下面有水渍，压力掉到 0.6。', '混水中心接头渗水，已放毛巾。'] },
    { category: 'lowFlow', words: ['地暖升温很慢，两天才到 18 度，怀疑管路堵。'] },
    { category: 'control', words: ['{r}温控器按不动，屏幕花屏。', '温控器设 22 度显示 26 度还在加热。'] },
    { category: 'noise', words: ['循环泵嗡嗡响，设备间门关着都听得到。'] },
    { category: 'code', words: ['平台报 {c} 回水温度低，家里确实不热。'], code: ['F12', 'F07', 'F21'] },
  ],
  boiler: [
    { category: 'noStart', words: ['壁挂炉点不着火，试了三次都熄。', '停电后壁挂炉不启动。'] },
    {
      category: 'code',
      words: ['壁挂炉报 {c}，复位后十分钟又报。', '显示 {c}，没有热水也没有暖气。'],
      code: ['E01', 'E03', 'EA', 'F28'],
    },
    { category: 'noHeat', words: ['有热水没有暖气，水压 0.8。', '暖气不热，炉子一直在小火。'] },
    { category: 'leak', words: ['壁挂炉下面一直滴水，水压往下掉。'] },
    { category: 'noise', words: ['点火时砰一声，家人害怕，请尽快来看。'] },
    { category: 'smell', words: ['厨房闻到一点燃气味，已经关阀通风。'] },
  ],
  waterPure: [
    { category: 'lowFlow', words: ['纯水出水很小，接一杯要两分钟。', '厨房净水龙头水流变细，滤芯一年没换。'] },
    { category: 'leak', words: ['厨下净水器漏水，柜子底板泡了。', '前置过滤器接口渗水。'] },
    { category: 'quality', words: ['净水有异味,TDS 显示 180。', '水有点浑，想检测一下。'] },
    { category: 'code', words: ['净水器报 {c}，一直响。'], code: ['E3', 'LF', 'HP'] },
    { category: 'noise', words: ['纯水机制水声音很大，停不下来。'] },
  ],
  softWater: [
    { category: 'quality', words: ['软水机出来的水还是硬，花洒又结垢了。'] },
    { category: 'code', words: ['软水机显示 {c}，不再生。'], code: ['Err3', 'Err5'] },
    { category: 'leak', words: ['软水机盐箱溢水，地面都是水。'] },
  ],
  freshAir: [
    { category: 'noise', words: ['新风高档噪声大,{r}最明显。', '新风主机有异响，像有东西在里面转。'] },
    { category: 'lowFlow', words: ['{r}送风口几乎没风，滤网上个月换过。'] },
    { category: 'control', words: ['新风面板调不了档，一直最高速。'] },
    { category: 'quality', words: ['室内 CO₂ 一直 1500 以上，新风开着也不降。'] },
    { category: 'noStart', words: ['新风不启动，面板灯亮。'] },
  ],
  heatPump: [
    {
      category: 'code',
      words: ['热泵报 {c}，水温上不去。', '热泵主机报 {c} 停机，室外零下两度。'],
      code: ['E05', 'P01', 'E17'],
    },
    { category: 'noHeat', words: ['热泵出水只有 28 度，地暖不热。'] },
    { category: 'noise', words: ['热泵外机低频噪声，邻居有意见。'] },
    { category: 'leak', words: ['缓冲水箱安全阀一直滴水。'] },
  ],
  hotWater: [
    { category: 'noHeat', words: ['热水要放三分钟才热，循环泵好像不转。'] },
    { category: 'leak', words: ['循环泵法兰漏水。'] },
  ],
  smartHome: [
    { category: 'offline', words: ['网关离线，手机上所有设备都看不到。', '换了路由器后面板全部离线。'] },
    { category: 'control', words: ['{r}面板按了没反应，手机可以控制。', '回家场景不执行，空调没开。'] },
    { category: 'electric', words: ['控制面板发热，有点焦味。'] },
  ],
};

const rooms = ['客厅', '主卧', '次卧', '儿童房', '书房', '餐厅'];
const asides = [
  '',
  '',
  '',
  '',
  '家里有老人，麻烦早点来。',
  '下午都在家。',
  '请先打电话。',
  '上个月刚修过类似的。',
  '物业说要提前登记。',
  '周末才有人。',
];

const heating = new Set([11, 12, 1, 2, 3]);
const cooling = new Set([6, 7, 8, 9]);

/** Heating fails in winter, cooling in summer. */
export const isInSeason = (category: string, month: number): boolean =>
  category === 'noHeat' ? heating.has(month) : category === 'noCool' ? cooling.has(month) : true;

export interface FaultReport {
  category: string;
  description: string;
  code: string | null;
}

/** What a caller says about a machine of this system in this month; damage by people is rare. */
export function faultOf(chance: Chance, system: string, month: number): FaultReport {
  const fitting = (faults[system] ?? faults.smartHome).filter((one) => isInSeason(one.category, month));
  const fault = chance.pick(fitting);
  const code = fault.code ? chance.pick(fault.code) : null;
  const told = chance
    .pick(fault.words)
    .replace('{r}', chance.pick(rooms))
    .replace('{c}', code ?? '');
  if (chance.percent(2)) return { category: 'damage', description: `装修师傅碰坏了：${told}`, code: null };
  return { category: fault.category, description: `${told}${chance.pick(asides)}`, code };
}
