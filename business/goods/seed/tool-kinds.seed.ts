/** A kind of tool of the demo company. */
export interface ToolKind {
  readonly code: string;
  readonly name: string;
  readonly spec: string;
  readonly category: 'hand' | 'power' | 'measure' | 'refrigeration' | 'weld' | 'ladder' | 'safety' | 'clean';
  readonly unit: 'pcs' | 'set';
  /** Price of a piece, CNY. */
  readonly price: number;
  /** Pieces in a company of 36 technicians. */
  readonly pieces: number;
  readonly tracking: 'serial' | 'qty';
  readonly isCalibrated: boolean;
}

type Described = readonly [
  code: string,
  name: string,
  spec: string,
  category: ToolKind['category'],
  price: number,
  pieces: number,
  unit?: ToolKind['unit'],
];

const kinds = (tracking: ToolKind['tracking'], isCalibrated: boolean, all: readonly Described[]): ToolKind[] =>
  all.map(([code, name, spec, category, price, pieces, unit = 'pcs']) => ({
    ...{ code, name, spec, category, price, pieces, unit, tracking, isCalibrated },
  }));

/** Instruments with a number and a day of calibration. */
const instruments = kinds('serial', true, [
  ['YLB', '数字压力表组', '5 MPa 双表', 'refrigeration', 680, 36, 'set'],
  ['JLY', '电子检漏仪', 'R32/R410A 5 g/年', 'refrigeration', 980, 12],
  ['LMC', '冷媒电子秤', '100 kg', 'refrigeration', 560, 10],
  ['RCX', '热成像仪', '256 × 192', 'measure', 4200, 6],
  ['FSY', '风速风量仪', '0–30 m/s', 'measure', 750, 8],
  ['ZYJ', '声级计', '30–130 dB', 'measure', 900, 3],
  ['SZY', '水质检测仪', 'TDS、余氯、硬度', 'measure', 460, 10],
  ['LJB', '力矩扳手', '10–75 N·m', 'hand', 260, 18],
]);

const machines = kinds('serial', false, [
  ['QXB', '钳形电流表', '600 A', 'measure', 320, 36],
  ['ZKB', '双级真空泵', '4 L/s', 'refrigeration', 1450, 14],
  ['HSJ', '冷媒回收机', '1 HP', 'refrigeration', 3600, 4],
  ['KKQ', '电动扩口器', '6–19 mm', 'refrigeration', 980, 6],
  ['SYB', '电动试压泵', '6 MPa', 'power', 780, 10],
  ['CJZ', '冲击钻', '26 mm', 'power', 690, 14],
  ['JMJ', '角磨机', '125 mm', 'power', 380, 8],
  ['RRQ', '管材热熔器', '20–63 mm', 'weld', 420, 10, 'set'],
  ['YHT', '氧焊套装', '便携式', 'weld', 1100, 8, 'set'],
  ['QXJ', '地暖清洗机', '脉冲式', 'clean', 2900, 8],
  ['ZQJ', '高温蒸汽清洗机', '1.8 kW', 'clean', 1350, 6],
  ['NKJ', '管道内窥镜', '10 m', 'measure', 850, 5],
]);

const several = kinds('qty', false, [
  ['T02', '人字梯', '2 m', 'ladder', 260, 24],
  ['T03', '人字梯', '3 m', 'ladder', 380, 12],
  ['T05', '伸缩梯', '5 m', 'ladder', 620, 8],
  ['AQD', '双钩安全带', 'GB 6095', 'safety', 180, 30],
  ['AQM', '安全帽', 'GB 2811', 'safety', 35, 60],
  ['JYS', '绝缘手套', '5 kV', 'safety', 68, 40, 'set'],
  ['HMJ', '护目镜', '防雾', 'safety', 28, 50],
  ['FHF', '清洗防护服', '耐酸碱', 'safety', 120, 20],
  ['XCQ', '干湿吸尘器', '15 L', 'clean', 420, 10],
  ['JXP', '移动线盘', '30 m', 'power', 150, 20],
  ['SPC', '水平尺', '600 mm', 'hand', 75, 30],
  ['GZQ', '管子钳', '14 寸', 'hand', 58, 30],
  ['BSZ', '扳手套装', '8–24 mm', 'hand', 160, 30, 'set'],
  ['LSD', '绝缘螺丝刀组', '7 件', 'hand', 98, 40, 'set'],
  ['GGD', '割管刀', '3–42 mm', 'refrigeration', 110, 30],
  ['WGQ', '弯管器', '6–16 mm', 'refrigeration', 240, 16],
  ['BYD', '搬运肩带', '双人', 'hand', 65, 16, 'set'],
  ['TDD', '头戴照明灯', 'IP65', 'hand', 88, 40],
]);

/** The tools of the demo company: 232 pieces with numbers, and 18 kinds counted by quantity. */
export const toolKinds: readonly ToolKind[] = [...instruments, ...machines, ...several];

/** Codes of the instruments that each technician has for good. */
export const PERMANENT = ['YLB', 'QXB'] as const;

/** Reasons for which technicians borrow tools. */
export const LOAN_REASONS = [
  '明天上门清洗地暖管路',
  '热泵抽真空、补冷媒',
  '新风风量复测',
  '分集水器打压试漏',
  '吊顶内查漏，要内窥镜和梯子',
  '水质复检',
] as const;
