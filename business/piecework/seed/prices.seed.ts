import type { Draft } from '#kernel/language/paper.ts';
import type { DemoWorld } from '#business/system/seed/demo-world.seed.ts';
import { addDays } from '#kernel/language/days.ts';
import { pieceStandard } from '../standards/piece-standard.paper.ts';
import { process } from '../standards/process.paper.ts';

type Process = Draft<typeof process>;
type Rule = readonly [receiptsType: string, equipmentCategory?: string, serviceMeasure?: string];
type Leaf = readonly [
  code: string,
  name: string,
  unit: Process['unit'],
  minutes: number | null,
  price: string,
  rules?: readonly Rule[],
  tiers?: readonly (readonly [from: string, price: string])[],
];
type Branch = readonly [code: string, name: string, kind: Process['processType'], leaves: readonly Leaf[]];

/** Measures on a machine that replace nothing, then all measures. */
const MENDED = ['adjust', 'clean', 'reset', 'rewire', 'guide'] as const;
const ALL = [...MENDED, 'replacePart'] as const;

const repaired = (machines: readonly string[], measures: readonly string[]): Rule[] =>
  machines.flatMap((machine) => measures.map((measure): Rule => ['repair', machine, measure]));
const served = (machines: readonly string[], ...kinds: readonly string[]): Rule[] =>
  machines.flatMap((machine) => kinds.map((kind): Rule => [kind, machine]));

/**
 * The tree of work types and processes with minutes and prices (invented). Each pair of machine and measure has one
 * process.
 */
const tree: readonly Branch[] = [
  [
    'SM',
    '上门',
    'visit',
    [
      ['SMF', '上门费', 'time', null, '9'],
      ['KC', '现场勘测', 'time', 60, '26', [['survey']]],
      ['TSC', '投诉处理', 'time', 60, '22', [['complaint']]],
    ],
  ],
  [
    'WX-GL',
    '锅炉与热泵维修',
    'repair',
    [
      ['WX01', '水泵维修更换', 'time', 70, '47', repaired(['pump'], ['replacePart'])],
      ['WX02', '锅炉故障检修', 'time', 60, '40', repaired(['boiler'], MENDED)],
      ['WX03', '热泵主机检修', 'time', 90, '59', [['repair', 'heatPump']]],
      ['WX04', '系统补水排气', 'time', 30, '25', [['repair', '', 'vent']]],
      ['WX05', '锅炉部件更换', 'time', 60, '52', repaired(['boiler'], ['replacePart'])],
      ['WX06', '水泵与水箱检修', 'time', 45, '34', [...repaired(['pump'], MENDED), ...repaired(['tank'], ALL)]],
    ],
  ],
  [
    'WX-KT',
    '空调与新风维修',
    'repair',
    [
      ['WX11', '室外机检修', 'unitU', 80, '54', [['repair', 'outdoorUnit']]],
      ['WX12', '室内机检修', 'unitU', 45, '38', [['repair', 'indoorUnit']]],
      ['WX14', '新风主机检修', 'unitU', 60, '42', [['repair', 'freshUnit']]],
    ],
  ],
  [
    'WX-DN',
    '地暖与水路维修',
    'repair',
    [
      ['WX21', '分集水器检修', 'set', 50, '40', repaired(['manifold'], ALL)],
      ['WX22', '管路堵漏', 'point', 60, '42', [['repair', '', 'seal']]],
      ['WX23', '温控面板检修', 'unitU', 25, '25', served(['thermostat', 'panel'], 'repair')],
    ],
  ],
  [
    'WX-SH',
    '净水与智能维修',
    'repair',
    [
      ['WX31', '净水设备检修', 'unitU', 40, '34', repaired(['purifier', 'roUnit', 'softener', 'prefilter'], ALL)],
      ['WX32', '智能设备检修', 'unitU', 40, '31', served(['gateway', 'sensor'], 'repair')],
    ],
  ],
  [
    'BY',
    '保养',
    'maintain',
    [
      [
        'BY01',
        '室内机清洗',
        'unitU',
        40,
        '17',
        served(['indoorUnit'], 'maintain', 'clean'),
        [
          ['4', '14'],
          ['8', '13'],
        ],
      ],
      ['BY02', '室外机保养', 'unitU', 45, '19', served(['outdoorUnit'], 'maintain', 'clean')],
      ['BY03', '锅炉年检', 'unitU', 60, '31', served(['boiler'], 'maintain', 'inspect', 'clean')],
      ['BY04', '地暖清洗', 'loop', 15, '5.9', served(['manifold'], 'maintain', 'clean'), [['10', '4.6']]],
      ['BY05', '新风滤网更换', 'unitU', 20, '17', served(['freshUnit'], 'maintain', 'consumable', 'clean', 'inspect')],
      ['BY06', '滤芯更换', 'unitU', 20, '14', served(['purifier', 'roUnit', 'prefilter', 'softener'], 'consumable')],
      [
        'BY07',
        '净水设备保养',
        'unitU',
        25,
        '17',
        served(['roUnit', 'prefilter', 'softener'], 'maintain', 'clean', 'inspect'),
      ],
      ['BY08', '热泵保养', 'unitU', 60, '28', served(['heatPump', 'tank'], 'maintain', 'clean', 'inspect')],
      ['BY09', '循环泵与温控检查', 'unitU', 20, '11', served(['pump', 'thermostat'], 'maintain', 'clean', 'inspect')],
      ['BY10', '智能设备巡检', 'unitU', 20, '13', served(['gateway', 'panel'], 'maintain', 'clean', 'inspect')],
      ['BY11', '系统检测', 'time', 45, '25', served(['outdoorUnit', 'indoorUnit', 'manifold'], 'inspect')],
    ],
  ],
  [
    'AZ',
    '安装',
    'install',
    [
      [
        'AZ01',
        '地暖盘管铺设',
        'm2',
        1,
        '3.3',
        [],
        [
          ['100', '3.1'],
          ['200', '2.9'],
        ],
      ],
      ['AZ02', '分集水器安装', 'set', 60, '55', [['install', 'manifold']]],
      ['AZ03', '室内机安装', 'unitU', 60, '91', [['install', 'indoorUnit']]],
      ['AZ04', '壁挂炉安装', 'unitU', 120, '150', [['install', 'boiler']]],
      ['AZ05', '室外机安装', 'unitU', 120, '221', [['install', 'outdoorUnit']]],
      ['AZ06', '热泵安装', 'unitU', 180, '324', [['install', 'heatPump']]],
      ['AZ07', '新风安装', 'unitU', 150, '169', [['install', 'freshUnit']]],
      ['AZ08', '净水设备安装', 'unitU', 40, '35', served(['roUnit', 'prefilter', 'softener', 'purifier'], 'install')],
      ['AZ09', '水泵与水箱安装', 'unitU', 45, '59', served(['pump', 'tank'], 'install')],
      ['AZ10', '温控与智能安装', 'unitU', 20, '25', served(['thermostat', 'panel', 'gateway'], 'install')],
    ],
  ],
  [
    'TS',
    '调试',
    'commission',
    [
      ['TS01', '系统调试', 'time', 90, '39', [['commission']]],
      ['TS02', '使用指导', 'time', 30, '17', [['training']]],
    ],
  ],
];

/** A call-out under the company's own goodwill pays a tenth less: an example of a price with a criterion. */
const GOODWILL = '8.1';

/** Create the tree of processes with its prices, published long ago. */
export async function seedPrices(world: DemoWorld): Promise<void> {
  const began = addDays(world.today, -700);
  const proposed = await world.as('as_piece_auditor', `${began} 09:00:00`, async (context) => {
    const ids: string[] = [];
    const price = async (
      leafId: string,
      name: string,
      unitPrice: string,
      more: Partial<Draft<typeof pieceStandard>> = {},
    ): Promise<void> => {
      ids.push(
        (
          await context.create(pieceStandard, {
            pieceworkProcessId: leafId,
            standardName: name,
            unitPrice,
            difficultyCoef: '1',
            effectiveFrom: began,
            ...more,
          })
        ).id,
      );
    };
    for (const [at, [code, name, kind, leaves]] of tree.entries()) {
      const branch = await context.create(process, {
        processCode: code,
        processName: name,
        processType: kind,
        unit: 'time',
        sort: (at + 1) * 10,
      });
      for (const [place, [leafCode, leafName, unit, stdMinutes, unitPrice, rules = [], tiers]] of leaves.entries()) {
        const leaf = await context.create(process, {
          parentId: branch.id,
          processCode: leafCode,
          processName: leafName,
          processType: kind,
          unit,
          stdMinutes,
          sort: (place + 1) * 10,
          autoRule: rules.map(([receiptsType, equipmentCategory, serviceMeasure]) => ({
            receiptsType,
            ...(equipmentCategory && { equipmentCategory }),
            ...(serviceMeasure && { serviceMeasure }),
          })),
        });
        await price(
          leaf.id,
          `${leafName}标准`,
          unitPrice,
          tiers && { tierRule: tiers.map(([from, amount]) => ({ from, price: amount })) },
        );
        if (leafCode === 'SMF') await price(leaf.id, '上门费标准（公司承担）', GOODWILL, { weibao: 'goodwill' });
      }
    }
    return ids;
  });
  await world.as('as_manager', `${began} 15:00:00`, async (context) => {
    for (const id of proposed) await context.act(pieceStandard, id, 'publish');
  });
}
