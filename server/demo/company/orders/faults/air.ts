import type { SeedFault } from '../faults.ts';

const units = ['outdoorUnit', 'indoorUnit'] as const;

/** Faults of air systems: cooling, fresh air, and their controls. */
export const airFaults: Readonly<Record<string, readonly SeedFault[]>> = {
  hvac: [
    {
      category: 'noCool',
      machines: units,
      words: [
        '{r}空调开了半小时还是热风，其他房间正常。',
        '全屋不制冷，室外机风扇在转但出风不凉。',
        '设定 24 度,{r}一直 29 度下不来。',
      ],
      remedies: [
        {
          cause: 'wear',
          measure: 'replacePart',
          part: '电子膨胀阀',
          content: '更换{p}，抽真空后补足冷媒，进出风温差 11℃',
        },
        { cause: 'lack', measure: 'clean', content: '室内机滤网与翅片积灰，拆洗后进出风温差 10℃', weight: 2 },
        { cause: 'lack', measure: 'clean', content: '室外机翅片堵塞，冲洗后高压回落，制冷恢复' },
        {
          cause: 'wear',
          measure: 'replacePart',
          part: '交流接触器',
          content: '室外机{p}触点烧蚀，更换后压缩机启动正常',
        },
      ],
    },
    {
      category: 'noHeat',
      machines: units,
      words: ['制热出风是凉的，室外机结霜很厚。', '{r}制热半小时没有温度，面板显示正常。'],
      remedies: [
        {
          cause: 'wear',
          measure: 'replacePart',
          part: '四通换向阀',
          content: '四通阀卡滞，更换{p}并保压，制热出风 42℃',
        },
        {
          cause: 'wear',
          measure: 'replacePart',
          part: 'NTC温度传感器',
          content: '除霜传感器阻值漂移，更换{p}，除霜恢复',
        },
        { cause: 'weather', measure: 'reset', content: '低温高湿结霜，强制除霜并调整除霜参数，制热正常', weight: 2 },
      ],
    },
    {
      category: 'leak',
      machines: ['indoorUnit'],
      words: ['{r}风口滴水，吊顶已经湿了一块。', '室内机漏水，昨晚接了半盆。'],
      remedies: [
        { cause: 'lack', measure: 'clean', content: '冷凝水盘与排水管堵塞，清洗疏通，注水试验排水通畅', weight: 2 },
        { cause: 'wear', measure: 'replacePart', part: '冷凝水提升泵', content: '提升泵不转，更换{p}，排水通畅' },
        { cause: 'install', measure: 'adjust', content: '排水管倒坡，重做吊卡与坡度，试水无渗漏' },
      ],
    },
    {
      category: 'noise',
      machines: units,
      words: ['室外机震动很大，楼上投诉了。', '{r}出风口有哒哒声，夜里睡不着。'],
      remedies: [
        {
          cause: 'wear',
          measure: 'replacePart',
          part: '室内风机电机',
          content: '风机轴承磨损，更换{p}，噪声降至 32 dB',
        },
        { cause: 'install', measure: 'adjust', content: '支架与管路共振，加装减振垫并重新紧固，异响消除', weight: 2 },
      ],
    },
    {
      category: 'code',
      machines: units,
      words: ['面板报 {c}，按复位没有用。', '开机十分钟后报 {c} 停机。'],
      code: ['E1', 'E6', 'U4', 'P2'],
      remedies: [
        {
          cause: 'wear',
          measure: 'replacePart',
          part: '冷媒高压开关',
          content: '高压开关误动作，更换{p}，连续运行 30 分钟无报警',
        },
        { cause: 'power', measure: 'rewire', content: '内外机通讯线接头氧化，重做接线并清除故障码', weight: 2 },
      ],
    },
    {
      category: 'smell',
      machines: ['indoorUnit'],
      words: ['开空调有霉味，孩子咳嗽，想尽快清洗。'],
      remedies: [{ cause: 'lack', measure: 'clean', content: '蒸发器与风轮发霉，拆洗消毒，异味消除' }],
    },
    {
      category: 'noStart',
      machines: units,
      words: ['按遥控没反应，面板不亮，空开没跳。'],
      remedies: [
        { cause: 'power', measure: 'replacePart', part: '开关电源', content: '控制电源无输出，更换{p}，面板恢复' },
        { cause: 'power', measure: 'rewire', content: '电源端子松动，重新压接，开机正常' },
      ],
    },
  ],
  freshAir: [
    {
      category: 'noise',
      machines: ['freshUnit'],
      words: ['新风高档噪声大,{r}最明显。', '新风主机有异响，像有东西在里面转。'],
      remedies: [
        { cause: 'wear', measure: 'replacePart', part: '新风EC电机', content: '电机轴承异响，更换{p}，噪声正常' },
        { cause: 'lack', measure: 'clean', content: '风轮积灰不平衡，清洗并校正，噪声正常', weight: 2 },
      ],
    },
    {
      category: 'lowFlow',
      machines: ['freshUnit'],
      words: ['{r}送风口几乎没风，滤网上个月换过。'],
      remedies: [
        {
          cause: 'wear',
          measure: 'replacePart',
          part: '电动风阀',
          content: '该路风阀打不开，更换{p}，送风量恢复 320 m³/h',
        },
        { cause: 'lack', measure: 'clean', content: '换热芯与分配箱积尘，清洗后送风量恢复 300 m³/h', weight: 2 },
      ],
    },
    {
      category: 'control',
      machines: ['freshUnit'],
      words: ['新风面板调不了档，一直最高速。'],
      remedies: [
        {
          cause: 'quality',
          measure: 'replacePart',
          part: '新风控制面板',
          content: '面板按键失效，更换{p}并重新对码，三档正常',
        },
        { cause: 'firmware', measure: 'reset', content: '控制板程序异常，复位并升级，三档正常' },
      ],
    },
    {
      category: 'quality',
      machines: ['freshUnit'],
      words: ['室内 CO₂ 一直 1500 以上，新风开着也不降。'],
      remedies: [
        { cause: 'wear', measure: 'replacePart', part: 'CO₂传感器', content: '传感器读数偏高，更换{p}，实测 780 ppm' },
        { cause: 'lack', measure: 'clean', content: '滤网堵塞，清洗并校准风量，一小时后 CO₂ 降至 820 ppm', weight: 2 },
      ],
    },
    {
      category: 'noStart',
      machines: ['freshUnit'],
      words: ['新风不启动，面板灯亮。'],
      remedies: [
        { cause: 'wear', measure: 'replacePart', part: '水泵电容', content: '风机启动电容失效，更换{p}，启动正常' },
        { cause: 'power', measure: 'rewire', content: '主机插接件松脱，重新插接并固定，启动正常' },
      ],
    },
  ],
  smartHome: [
    {
      category: 'offline',
      machines: ['gateway', 'panel'],
      words: ['网关离线，手机上所有设备都看不到。', '换了路由器后面板全部离线。'],
      remedies: [
        { cause: 'firmware', measure: 'reset', content: '升级网关固件，重新配网，设备全部上线', weight: 3 },
        { cause: 'quality', measure: 'replacePart', part: '智能网关', content: '网关无线模块失效，更换{p}并恢复场景' },
      ],
    },
    {
      category: 'control',
      machines: ['gateway', 'panel'],
      words: ['{r}面板按了没反应，手机可以控制。', '回家场景不执行，空调没开。'],
      remedies: [
        { cause: 'use', measure: 'guide', content: '场景条件被改动，重配并向客户演示，执行正常' },
        { cause: 'firmware', measure: 'reset', content: '面板重新入网并对码，按键响应正常' },
      ],
    },
    {
      category: 'electric',
      machines: ['panel'],
      words: ['控制面板发热，有点焦味。'],
      remedies: [
        { cause: 'quality', measure: 'replacePart', part: '开关电源', content: '供电模块过热，更换{p}，温升正常' },
        { cause: 'install', measure: 'rewire', content: '底盒接线松动发热，重新压接，温升正常' },
      ],
    },
  ],
};
