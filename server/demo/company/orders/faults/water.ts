import type { SeedFault } from '../faults.ts';

/** Faults of drinking and soft water systems. */
export const waterFaults: Readonly<Record<string, readonly SeedFault[]>> = {
  waterPure: [
    {
      category: 'lowFlow',
      machines: ['roUnit'],
      words: ['纯水出水很小，接一杯要两分钟。', '厨房净水龙头水流变细，滤芯一年没换。'],
      remedies: [
        { cause: 'lack', measure: 'replacePart', part: 'RO反渗透膜', content: '膜通量不足，更换{p}，TDS 18，出水正常' },
        { cause: 'wear', measure: 'replacePart', part: '纯水机增压泵', content: '增压泵压力不足，更换{p}，出水正常' },
        { cause: 'lack', measure: 'clean', content: '前级堵塞，冲洗并复位，出水正常' },
      ],
    },
    {
      category: 'leak',
      machines: ['roUnit', 'prefilter'],
      words: ['厨下净水器漏水，柜子底板泡了。', '前置过滤器接口渗水。'],
      remedies: [
        { cause: 'wear', measure: 'replacePart', part: '止回阀', content: '接口渗水，更换{p}，保压五分钟合格' },
        { cause: 'install', measure: 'seal', content: '快接未插到位，重新插接并更换密封圈，保压合格', weight: 2 },
      ],
    },
    {
      category: 'quality',
      machines: ['roUnit'],
      words: ['净水有异味,TDS 显示 180。', '水有点浑，想检测一下。'],
      remedies: [
        { cause: 'lack', measure: 'replacePart', part: '后置活性炭', content: '后置炭失效，更换{p}，异味消除，TDS 20' },
        { cause: 'wear', measure: 'replacePart', part: 'RO反渗透膜', content: '膜破损，更换{p}，TDS 16' },
        { cause: 'water', measure: 'clean', content: '市政水浊度高，冲洗各级并检测，出水合格' },
      ],
    },
    {
      category: 'code',
      machines: ['roUnit'],
      words: ['净水器报 {c}，一直响。'],
      code: ['E3', 'LF', 'HP'],
      remedies: [
        { cause: 'wear', measure: 'replacePart', part: 'TDS探针', content: '探针结垢，更换{p}，报警消除' },
        { cause: 'lack', measure: 'reset', content: '滤芯计时到期未复位，检查后复位，报警消除' },
      ],
    },
    {
      category: 'noise',
      machines: ['roUnit'],
      words: ['纯水机制水声音很大，停不下来。'],
      remedies: [
        { cause: 'wear', measure: 'replacePart', part: '止回阀', content: '止回阀关不严反复启动，更换{p}，运行正常' },
        { cause: 'install', measure: 'adjust', content: '机身贴墙共振，调整脚垫与管路，噪声正常' },
      ],
    },
  ],
  softWater: [
    {
      category: 'quality',
      machines: ['softener'],
      words: ['软水机出来的水还是硬，花洒又结垢了。'],
      remedies: [
        { cause: 'water', measure: 'adjust', content: '进水硬度升高，重设再生周期，出水硬度 35 mg/L' },
        { cause: 'lack', measure: 'replacePart', part: '软水树脂', content: '树脂失效，更换{p}，出水硬度 30 mg/L' },
      ],
    },
    {
      category: 'code',
      machines: ['softener'],
      words: ['软水机显示 {c}，不再生。'],
      code: ['Err3', 'Err5'],
      remedies: [
        { cause: 'wear', measure: 'replacePart', part: '流量计', content: '流量计不计数，更换{p}，手动再生正常' },
        { cause: 'power', measure: 'reset', content: '控制阀停在中间位，复位并手动再生，运行正常' },
      ],
    },
    {
      category: 'leak',
      machines: ['softener'],
      words: ['软水机盐箱溢水，地面都是水。'],
      remedies: [
        { cause: 'lack', measure: 'clean', content: '射流器堵塞，清洗盐桶与射流器，液位正常' },
        { cause: 'wear', measure: 'replacePart', part: '铜球阀', content: '浮球阀失灵，更换{p}，液位正常' },
      ],
    },
  ],
};
