/** A template of the demo company. */
export interface DemoTemplate {
  readonly name: string;
  readonly kind: 'heating' | 'cooling' | 'air' | 'water' | 'whole';
  readonly times: number;
  readonly price: string;
  readonly visits: readonly string[];
}

/** Types of contracts by kind. */
export const TYPES: readonly (readonly [code: string, name: string, kind: DemoTemplate['kind']])[] = [
  ['CN', '采暖维保', 'heating'],
  ['ZL', '制冷维保', 'cooling'],
  ['XF', '新风维保', 'air'],
  ['JS', '水处理维保', 'water'],
  ['QW', '全屋维保', 'whole'],
];

export const TEMPLATES: readonly DemoTemplate[] = [
  { name: 'heatCheck', kind: 'heating', times: 1, price: '380', visits: ['采暖季前检'] },
  { name: 'floorClean', kind: 'heating', times: 2, price: '980', visits: ['地暖清洗', '采暖季中检'] },
  { name: 'coolCheck', kind: 'cooling', times: 1, price: '360', visits: ['制冷季前检'] },
  { name: 'freshAirCare', kind: 'air', times: 4, price: '880', visits: ['换滤网', '换滤网', '换滤网', '换滤网'] },
  { name: 'filterFree', kind: 'water', times: 3, price: '960', visits: ['换滤芯', '换滤芯', '换滤芯'] },
  {
    name: 'vipCare',
    kind: 'whole',
    times: 6,
    price: '3680',
    visits: ['制冷季前检', '新风与净水滤芯', '采暖季前检', '新风与净水滤芯', '采暖季中检', '收尾体检'],
  },
];
