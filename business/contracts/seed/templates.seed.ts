import type { KeyOf } from '#kernel/language/dictionary.ts';
import type { collectType } from '#business/billing/dictionaries.ts';
import type { fanganType, schemeName } from '../dictionaries.ts';
import { SYSTEMS } from '../cover/scheme-cover.rules.ts';

type Kind = KeyOf<typeof fanganType>;

/** A consumable of a template: the beginning of its name. `charged`: the customer pays it at each change. */
export interface DemoConsumable {
  readonly name: string;
  readonly charged: boolean;
}

/** A template of the demo company. */
export interface DemoTemplate {
  readonly name: KeyOf<typeof schemeName>;
  readonly kind: Kind;
  /** Systems of the homes that buy it; absent: those of its kind. */
  readonly systems?: readonly string[];
  /** Term in months, and visits in the whole term. */
  readonly months: number;
  readonly times: number;
  readonly price: string;
  readonly minutes: number;
  /** Names of the visits; they are repeated until the last. */
  readonly visits: readonly string[];
  readonly scope: readonly KeyOf<typeof collectType>[];
  /** Months (1 to 12) in which a contract may begin, and so its visits of each year; absent: all. */
  readonly season?: readonly number[];
  readonly consumables?: readonly DemoConsumable[];
  readonly description: string;
}

/** Types of contracts by kind. */
export const TYPES: readonly (readonly [code: string, name: string, kind: Kind])[] = [
  ['CN', '采暖维保', 'heating'],
  ['ZL', '制冷维保', 'cooling'],
  ['XF', '新风维保', 'air'],
  ['JS', '水处理维保', 'water'],
  ['QW', '全屋维保', 'whole'],
];

/** Labour is free, the customer pays the parts. */
const LABOR = ['labor', 'mileage'] as const;
/** Parts are free too. */
const PARTS = ['labor', 'mileage', 'material'] as const;
const AUTUMN = [8, 9, 10, 11] as const;
const SPRING = [3, 4, 5, 6] as const;

export const TEMPLATES: readonly DemoTemplate[] = [
  {
    ...{ name: 'heatCheck', kind: 'heating', months: 12, times: 1, price: '380', minutes: 75, scope: LABOR },
    visits: ['采暖季前检'],
    season: AUTUMN,
    description: '采暖季前上门一次，试机、排气、校压力。人工和里程免收，配件按价收取。',
  },
  {
    ...{ name: 'heatCheck', kind: 'heating', months: 36, times: 3, price: '990', minutes: 75, scope: LABOR },
    visits: ['采暖季前检'],
    season: AUTUMN,
    description: '三年，每年采暖季前上门一次。人工和里程免收，配件按价收取。',
  },
  {
    ...{ name: 'boilerCheck', kind: 'heating', months: 12, times: 1, price: '320', minutes: 60, scope: LABOR },
    systems: ['boiler'],
    visits: ['壁挂炉年检'],
    season: AUTUMN,
    description: '壁挂炉年检一次，清洗燃烧器，检查烟道。人工和里程免收。',
  },
  {
    ...{ name: 'boilerCheck', kind: 'heating', months: 36, times: 3, price: '1180', minutes: 75, scope: PARTS },
    systems: ['boiler'],
    visits: ['壁挂炉年检'],
    season: AUTUMN,
    description: '三年年检，点火电极、密封圈等易损件免费更换。',
  },
  {
    ...{ name: 'floorClean', kind: 'heating', months: 12, times: 2, price: '980', minutes: 120, scope: LABOR },
    systems: ['floorHeat'],
    visits: ['地暖清洗', '采暖季中检'],
    description: '一年清洗一次、中检一次。人工和里程免收，配件按价收取。',
  },
  {
    ...{ name: 'floorClean', kind: 'heating', months: 24, times: 2, price: '1280', minutes: 150, scope: PARTS },
    systems: ['floorHeat'],
    visits: ['地暖清洗'],
    description: '两年，每年清洗一次，过滤网和药剂免费。',
  },
  {
    ...{ name: 'basicYear', kind: 'heating', months: 24, times: 4, price: '1360', minutes: 90, scope: LABOR },
    systems: ['heatPump'],
    visits: ['热泵季前检', '热泵清洗'],
    description: '热泵两年四次，季前检查和清洗轮流。人工和里程免收。',
  },
  {
    ...{ name: 'fullYear', kind: 'heating', months: 60, times: 10, price: '5200', minutes: 90, scope: PARTS },
    systems: ['heatPump'],
    visits: ['热泵季前检', '热泵清洗'],
    description: '热泵五年全保，每年两次，配件免费，整机除外。',
  },
  {
    ...{ name: 'coolCheck', kind: 'cooling', months: 24, times: 2, price: '660', minutes: 75, scope: LABOR },
    systems: ['hvac'],
    visits: ['制冷季前检'],
    season: SPRING,
    description: '两年，每年制冷季前上门一次。人工和里程免收，配件按价收取。',
  },
  {
    ...{ name: 'twoSeason', kind: 'cooling', months: 12, times: 2, price: '720', minutes: 90, scope: LABOR },
    systems: ['hvac'],
    visits: ['换季检查', '滤网清洗'],
    description: '中央空调一年两次，换季检查和滤网清洗。人工和里程免收。',
  },
  {
    ...{ name: 'freshAirCare', kind: 'air', months: 12, times: 4, price: '560', minutes: 45, scope: LABOR },
    visits: ['换滤网'],
    consumables: [{ name: '新风高效', charged: true }],
    description: '新风每季上门一次。人工和里程免收，滤网按价收取。',
  },
  {
    ...{ name: 'freshAirCare', kind: 'air', months: 12, times: 4, price: '1480', minutes: 45, scope: PARTS },
    visits: ['换滤网'],
    consumables: [{ name: '新风高效', charged: false }],
    description: '新风每季上门一次，滤网免费。',
  },
  {
    ...{ name: 'freshAirCare', kind: 'air', months: 24, times: 8, price: '2760', minutes: 45, scope: PARTS },
    visits: ['换滤网'],
    consumables: [{ name: '新风高效', charged: false }],
    description: '新风两年，每季上门一次，滤网免费。',
  },
  {
    ...{ name: 'filterFree', kind: 'water', months: 12, times: 3, price: '960', minutes: 45, scope: PARTS },
    visits: ['换滤芯'],
    consumables: [{ name: 'RO反渗透', charged: false }],
    description: '净水一年三次，滤芯免费。',
  },
  {
    ...{ name: 'filterFree', kind: 'water', months: 24, times: 6, price: '1780', minutes: 45, scope: PARTS },
    visits: ['换滤芯'],
    consumables: [{ name: 'RO反渗透', charged: false }],
    description: '净水两年六次，滤芯免费。',
  },
  {
    ...{ name: 'basicYear', kind: 'water', months: 12, times: 2, price: '360', minutes: 45, scope: LABOR },
    visits: ['换滤芯', '水质检测'],
    consumables: [{ name: 'RO反渗透', charged: true }],
    description: '净水一年两次。人工和里程免收，滤芯按价收取。',
  },
  {
    ...{ name: 'basicYear', kind: 'whole', months: 12, times: 2, price: '1280', minutes: 120, scope: LABOR },
    visits: ['采暖季前检', '制冷季前检'],
    season: AUTUMN,
    description: '全屋一年两次，换季前各一次。人工和里程免收，配件按价收取。',
  },
  {
    ...{ name: 'vipCare', kind: 'whole', months: 12, times: 6, price: '3680', minutes: 120, scope: PARTS },
    visits: ['采暖季前检', '滤网与滤芯', '采暖季中检', '制冷季前检', '滤网与滤芯', '收尾体检'],
    season: AUTUMN,
    description: '全屋一年六次，配件和滤芯免费，整机除外。',
  },
];

/** Return the systems of the homes that may buy a template; none: a home with several systems. */
export const systemsOf = ({ kind, systems }: DemoTemplate): readonly string[] => systems ?? SYSTEMS[kind];

/** Return the months between two visits of a template. */
export const cycleOf = ({ months, times }: DemoTemplate): number => Math.max(1, Math.floor(months / times));
