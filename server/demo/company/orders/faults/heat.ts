import type { SeedFault } from '../faults.ts';

const floor = ['manifold', 'pump'] as const;

/** Faults of heating systems: floors, boilers, heat pumps, hot water. */
export const heatFaults: Readonly<Record<string, readonly SeedFault[]>> = {
  floorHeat: [
    {
      category: 'noHeat',
      machines: floor,
      words: [
        '{r}地面凉，早上 7 点起不热，其他房间正常。',
        '全屋地暖不热，分集水器供水管也是凉的。',
        '{r}一路不热，其余四路正常。',
      ],
      remedies: [
        {
          cause: 'wear',
          measure: 'replacePart',
          part: '地暖执行器',
          content: '该路执行器不动作，更换{p}，回水温度 34℃',
        },
        { cause: 'lack', measure: 'clean', content: '过滤器堵塞，拆洗并补压至 1.5 bar，各路回水均匀', weight: 2 },
        { cause: 'lack', measure: 'adjust', content: '各路流量失衡，逐路调平，回水温度均匀' },
      ],
    },
    {
      category: 'leak',
      machines: floor,
      words: ['分集水器下面有水渍，压力掉到 0.6。', '混水中心接头渗水，已放毛巾。'],
      remedies: [
        {
          cause: 'wear',
          measure: 'replacePart',
          part: '自动排气阀',
          content: '排气阀渗水，更换{p}，保压 1.5 bar 三十分钟无渗漏',
        },
        { cause: 'install', measure: 'seal', content: '接头密封失效，重新缠绕紧固，保压三十分钟无渗漏', weight: 2 },
      ],
    },
    {
      category: 'lowFlow',
      machines: floor,
      words: ['地暖升温很慢，两天才到 18 度，怀疑管路堵。'],
      remedies: [
        { cause: 'lack', measure: 'clean', content: '主管 Y 型过滤器积泥，拆洗，供回水温差 7℃' },
        { cause: 'wear', measure: 'replacePart', part: 'Y型过滤器', content: '滤网破损，更换{p}并冲洗，流量恢复' },
      ],
    },
    {
      category: 'control',
      machines: ['thermostat'],
      words: ['{r}温控器按不动，屏幕花屏。', '温控器设 22 度显示 26 度还在加热。'],
      remedies: [
        {
          cause: 'quality',
          measure: 'replacePart',
          part: '地暖温控器面板',
          content: '更换{p}，校温后与实测一致',
          weight: 2,
        },
        { cause: 'wear', measure: 'replacePart', part: '地面温度探头', content: '地温探头断线，更换{p}，控温正常' },
        { cause: 'use', measure: 'guide', content: '误入锁定与偏差设置，恢复并向客户说明用法' },
      ],
    },
    {
      category: 'noise',
      machines: ['pump'],
      words: ['循环泵嗡嗡响，设备间门关着都听得到。'],
      remedies: [
        { cause: 'wear', measure: 'replacePart', part: '屏蔽循环泵', content: '泵轴磨损，更换{p}，运行平稳' },
        { cause: 'lack', measure: 'vent', content: '泵体存气，排气补压至 1.5 bar，运行平稳' },
      ],
    },
    {
      category: 'code',
      machines: floor,
      words: ['平台报 {c} 回水温度低，家里确实不热。'],
      code: ['F12', 'F07', 'F21'],
      remedies: [
        {
          cause: 'wear',
          measure: 'replacePart',
          part: 'NTC温度传感器',
          content: '回水探头阻值异常，更换{p}，读数与实测一致',
        },
        { cause: 'lack', measure: 'clean', content: '过滤器堵塞致回水偏低，拆洗后报警消除' },
      ],
    },
  ],
  boiler: [
    {
      category: 'noStart',
      machines: ['boiler'],
      words: ['壁挂炉点不着火，试了三次都熄。', '停电后壁挂炉不启动。'],
      remedies: [
        {
          cause: 'wear',
          measure: 'replacePart',
          part: '点火电极',
          content: '更换{p}，连续点火三次正常，烟道检查合格',
          weight: 2,
        },
        { cause: 'power', measure: 'reset', content: '停电后锁定，复位并检查零火线，点火正常' },
      ],
    },
    {
      category: 'code',
      machines: ['boiler'],
      words: ['壁挂炉报 {c}，复位后十分钟又报。', '显示 {c}，没有热水也没有暖气。'],
      code: ['E01', 'E03', 'EA', 'F28'],
      remedies: [
        { cause: 'wear', measure: 'replacePart', part: '风压开关', content: '风压开关不吸合，更换{p}，连续运行无报警' },
        { cause: 'lack', measure: 'clean', content: '燃烧器与烟道积灰，清洗后点火三次正常', weight: 2 },
      ],
    },
    {
      category: 'noHeat',
      machines: ['boiler'],
      words: ['有热水没有暖气，水压 0.8。', '暖气不热，炉子一直在小火。'],
      remedies: [
        { cause: 'wear', measure: 'replacePart', part: '三通阀电机', content: '三通阀不切换，更换{p}，供暖出水 55℃' },
        { cause: 'lack', measure: 'adjust', content: '水压不足，补水至 1.3 bar 并调整功率，供暖正常', weight: 2 },
      ],
    },
    {
      category: 'leak',
      machines: ['boiler'],
      words: ['壁挂炉下面一直滴水，水压往下掉。'],
      remedies: [
        { cause: 'wear', measure: 'replacePart', part: '泄压阀', content: '泄压阀关不严，更换{p}，保压无渗漏' },
        { cause: 'wear', measure: 'replacePart', part: '密封圈组', content: '接口密封老化，更换{p}，保压无渗漏' },
        { cause: 'install', measure: 'adjust', content: '膨胀罐缺气致泄压，补气并调压，滴水消除' },
      ],
    },
    {
      category: 'noise',
      machines: ['boiler'],
      words: ['点火时砰一声，家人害怕，请尽快来看。'],
      remedies: [
        { cause: 'lack', measure: 'clean', content: '喷嘴与点火针积碳，清洗并调整间隙，点火平稳' },
        { cause: 'wear', measure: 'replacePart', part: '点火电极', content: '点火延迟，更换{p}，点火平稳' },
      ],
    },
    {
      category: 'smell',
      machines: ['boiler'],
      words: ['厨房闻到一点燃气味，已经关阀通风。'],
      remedies: [
        { cause: 'install', measure: 'adjust', content: '燃气接头微漏，重新紧固，检漏合格后恢复供气' },
        { cause: 'wear', measure: 'replacePart', part: '密封圈组', content: '燃气接口垫片老化，更换{p}，检漏合格' },
      ],
    },
  ],
  heatPump: [
    {
      category: 'code',
      machines: ['heatPump'],
      words: ['热泵报 {c}，水温上不去。', '热泵主机报 {c} 停机，室外零下两度。'],
      code: ['E05', 'P01', 'E17'],
      remedies: [
        { cause: 'wear', measure: 'replacePart', part: '水流开关', content: '水流开关误报，更换{p}，连续运行无报警' },
        { cause: 'lack', measure: 'clean', content: '水侧过滤器堵塞，拆洗后水流正常，出水 45℃', weight: 2 },
      ],
    },
    {
      category: 'noHeat',
      machines: ['heatPump'],
      words: ['热泵出水只有 28 度，地暖不热。'],
      remedies: [
        { cause: 'weather', measure: 'reset', content: '除霜功能复位，调整曲线，出水 45℃' },
        { cause: 'wear', measure: 'replacePart', part: '电子膨胀阀', content: '更换{p}，过热度正常，出水 45℃' },
      ],
    },
    {
      category: 'noise',
      machines: ['heatPump'],
      words: ['热泵外机低频噪声，邻居有意见。'],
      remedies: [
        { cause: 'install', measure: 'adjust', content: '加装减振垫，重新调平固定，噪声达标' },
        { cause: 'wear', measure: 'replacePart', part: '室外风机电机', content: '风机轴承磨损，更换{p}，噪声达标' },
      ],
    },
    {
      category: 'leak',
      machines: ['tank'],
      words: ['缓冲水箱安全阀一直滴水。'],
      remedies: [
        {
          cause: 'wear',
          measure: 'replacePart',
          part: '安全阀',
          content: '更换{p}，系统补压 1.5 bar，无滴水',
          weight: 2,
        },
        { cause: 'lack', measure: 'adjust', content: '膨胀罐预压不足，补气调压，滴水消除' },
      ],
    },
  ],
  hotWater: [
    {
      category: 'noHeat',
      machines: ['pump'],
      words: ['热水要放三分钟才热，循环泵好像不转。'],
      remedies: [
        { cause: 'wear', measure: 'replacePart', part: '屏蔽循环泵', content: '循环泵卡死，更换{p}，回水温度 45℃' },
        { cause: 'lack', measure: 'vent', content: '管路存气，排气并重设时段，回水温度 45℃' },
      ],
    },
    {
      category: 'leak',
      machines: ['pump'],
      words: ['循环泵法兰漏水。'],
      remedies: [
        { cause: 'wear', measure: 'replacePart', part: '泵头密封套件', content: '法兰密封老化，更换{p}，保压无渗漏' },
        { cause: 'install', measure: 'seal', content: '法兰螺栓松动，换垫紧固，保压无渗漏' },
      ],
    },
    {
      category: 'noise',
      machines: ['pump'],
      words: ['热水循环泵夜里嗡嗡响。'],
      remedies: [
        { cause: 'lack', measure: 'vent', content: '泵体存气，排气补压，运行平稳' },
        { cause: 'wear', measure: 'replacePart', part: '水泵电容', content: '电容衰减，更换{p}，运行平稳' },
      ],
    },
  ],
};
