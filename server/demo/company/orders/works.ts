import { Chance } from '#business/system/seed/demo-world.seed.ts';

/** Kinds of ordered work, as opposed to repairs of faults. */
export type WorkKind = 'maintain' | 'clean' | 'consumable' | 'inspect' | 'training' | 'survey' | 'install';

/** Texts of the work on machines of a category, their wearing parts and fees. */
interface Machine {
  readonly maintain: string;
  readonly clean?: string;
  /** Beginnings of the item names of its wearing parts. */ readonly consumable?: readonly string[];
  /** Price of maintenance for the customer; `installFee` that of installation. In whole CNY. */ readonly fee: number;
  readonly installFee: number;
}

const machines: Readonly<Record<string, Machine>> = {
  outdoorUnit: { maintain: '室外机清灰，运行电流正常', clean: '室外机翅片冲洗', fee: 210, installFee: 6120 },
  indoorUnit: { maintain: '清洗滤网与翅片，排水通畅', clean: '拆洗蒸发器与风轮', fee: 170, installFee: 2490 },
  boiler: { maintain: '清洗燃烧器与换热器，点火三次正常，烟道合格', clean: '清洗换热器', fee: 340, installFee: 5440 },
  manifold: {
    maintain: '清洗过滤器，各路排气平衡，压力 1.5 bar',
    clean: '逐路脉冲清洗至出水清澈',
    fee: 360,
    installFee: 3400,
  },
  pump: { maintain: '循环泵运行平稳，电流正常', clean: '泵前过滤器清洗', fee: 120, installFee: 1710 },
  thermostat: { maintain: '温控器校温', fee: 50, installFee: 430 },
  freshUnit: {
    maintain: '清洁滤网与换热芯，送风量 310 m³/h',
    clean: '清洗换热芯与风道口',
    consumable: ['新风初效滤网', '新风高效滤网'],
    fee: 210,
    installFee: 6580,
  },
  roUnit: {
    maintain: '冲洗各级滤芯，TDS 19',
    consumable: ['PP棉滤芯', '后置活性炭', 'RO反渗透膜'],
    fee: 100,
    installFee: 1110,
  },
  prefilter: { maintain: '反冲洗，滤网无破损', consumable: ['前置过滤器滤网'], fee: 80, installFee: 900 },
  softener: { maintain: '清理盐桶，核对再生周期', consumable: ['软水盐'], fee: 160, installFee: 2950 },
  heatPump: { maintain: '清洗翅片与水侧过滤器，出水 45℃', clean: '翅片与水侧清洗', fee: 420, installFee: 12_470 },
  tank: { maintain: '水箱排污，安全阀试跳正常', fee: 100, installFee: 2150 },
  gateway: { maintain: '网关固件与在线状态正常', fee: 80, installFee: 1480 },
  panel: { maintain: '面板按键与场景正常', fee: 40, installFee: 430 },
};

export interface WorkMachine {
  readonly name: string;
  readonly category: string;
}

/** Return whether this kind of work applies to a machine of this category. */
export const canHave = (kind: WorkKind, category: string): boolean =>
  kind === 'clean'
    ? Boolean(machines[category]?.clean)
    : kind === 'consumable'
      ? Boolean(machines[category]?.consumable)
      : kind === 'inspect'
        ? ['boiler', 'outdoorUnit', 'manifold', 'freshUnit', 'roUnit', 'heatPump'].includes(category)
        : kind !== 'training' || category !== 'tank';

/** Return the beginnings of the item names of all wearing parts of these machine categories. */
export const consumables = (categories: readonly string[]): string[] => [
  ...new Set(categories.flatMap((category) => machines[category]?.consumable ?? [])),
];

const titles: Readonly<Record<WorkKind, string>> = {
  maintain: '季节保养',
  clean: '清洗',
  consumable: '耗材更换',
  inspect: '运行检测',
  training: '使用指导',
  survey: '改造前现场勘测',
  install: '安装与调试',
};

/** Return the text of the ordered work. */
export const orderedWork = (kind: WorkKind, of: readonly WorkMachine[]): string =>
  kind === 'survey' ? titles.survey : `${of.map((one) => one.name).join('、')}${titles[kind]}`;

/** Return the technician's text about the finished work; `part` is the name of the renewed item. */
export function writtenWork(kind: WorkKind, of: readonly WorkMachine[], part: string | null): string {
  const each = (words: (one: WorkMachine) => string): string =>
    of.map((one) => `${one.name}：${words(one)}`).join('；');
  if (kind === 'maintain') return each((one) => machines[one.category]?.maintain ?? '检查运行正常');
  if (kind === 'clean') return `${each((one) => machines[one.category]?.clean ?? '外观清洁')}。现场已清理`;
  if (kind === 'consumable')
    return part ? `更换${part}，冲洗并复位计时，试用正常` : '耗材余量尚可，本次清洁后复位计时，下次到期再换';
  if (kind === 'inspect') return `${each(() => '运行参数在范围内')}，检测单已留存`;
  if (kind === 'training') return `向客户演示${of.map((one) => one.name).join('、')}的用法与日常维护，客户已会操作`;
  if (kind === 'survey') return '测量户型与管井，核对水电气条件，勘测草图已交设计';
  return `${of.map((one) => one.name).join('、')}安装完成，试压合格，通电调试正常，已向客户交底`;
}

/** Code of the measure in the completion, by kind of work. */
export const measureOf: Readonly<Record<WorkKind, string>> = {
  maintain: 'clean',
  clean: 'clean',
  consumable: 'consumable',
  inspect: 'adjust',
  training: 'guide',
  survey: 'guide',
  install: 'install',
};

/** Return the price of the labour for the customer, in whole CNY. */
export function laborOf(chance: Chance, kind: WorkKind, of: readonly WorkMachine[]): number {
  const sum = (fee: (one: Machine) => number): number =>
    of.reduce((all, one) => all + (machines[one.category] ? fee(machines[one.category]) : 100), 0);
  if (kind === 'install') return Math.round((4000 + sum((one) => one.installFee)) / 10) * 10;
  if (kind === 'maintain')
    return Math.max(
      180,
      sum((one) => one.fee),
    );
  if (kind === 'clean') return Math.round(sum((one) => one.fee) * 1.5);
  if (kind === 'consumable') return 60;
  return kind === 'training' ? 0 : chance.pick([100, 150, 200]);
}

/** Return the planned minutes of a job. */
export const minutesOf = (kind: WorkKind, of: readonly WorkMachine[]): number =>
  ({
    maintain: Math.min(180, 30 + of.length * 30),
    clean: Math.min(210, 60 + of.length * 60),
    consumable: 45,
    inspect: 60,
    training: 45,
    survey: 60,
    install: Math.min(420, 150 + of.length * 45),
  })[kind];

/** Return the labour price of a paid repair in whole CNY: a log-normal value around 285, from 80 to 1800. */
export function repairLabor(chance: Chance): number {
  const normal =
    Math.sqrt(-2 * Math.log(1 - chance.between(0, 9998) / 10_000)) *
    Math.cos((2 * Math.PI * chance.between(0, 9999)) / 10_000);
  return Math.max(80, Math.min(1800, Math.round((285 * Math.exp(0.62 * normal)) / 10) * 10));
}
