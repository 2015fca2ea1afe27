import type { Draft } from '#kernel/language/paper.ts';
import type { DemoWorld } from '#business/system/seed/demo-world.seed.ts';
import { addDays } from '#business/masterdata/days.rules.ts';
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

/** What is paid by the piece: kinds of work, their processes, minutes and prices (invented). */
const tree: readonly Branch[] = [
  [
    'SM',
    '上门',
    'visit',
    [
      ['SMF', '上门费', 'time', null, '30'],
      ['KC', '现场勘测', 'time', 60, '60', [['survey']]],
    ],
  ],
  [
    'WX-GL',
    '锅炉与热泵维修',
    'repair',
    [
      [
        'WX01',
        '更换水泵',
        'time',
        70,
        '120',
        [
          ['repair', 'pump', 'replacePart'],
          ['repair', 'boiler', 'replacePart'],
        ],
      ],
      [
        'WX02',
        '锅炉故障检修',
        'time',
        60,
        '90',
        [
          ['repair', 'boiler', 'adjust'],
          ['repair', 'boiler', 'reset'],
          ['repair', 'boiler', 'clean'],
        ],
      ],
      ['WX03', '热泵主机检修', 'time', 90, '150', [['repair', 'heatPump']]],
      ['WX04', '系统补水排气', 'time', 30, '45', [['repair', '', 'vent']]],
    ],
  ],
  [
    'WX-KT',
    '空调与新风维修',
    'repair',
    [
      ['WX11', '室外机检修', 'unitU', 80, '130', [['repair', 'outdoorUnit']]],
      ['WX12', '室内机检修', 'unitU', 45, '70', [['repair', 'indoorUnit']]],
      ['WX13', '冷媒补充', 'kg', 30, '60', [['repair', '', 'refill']]],
      ['WX14', '新风主机检修', 'unitU', 60, '90', [['repair', 'freshUnit']]],
    ],
  ],
  [
    'WX-DN',
    '地暖与水路维修',
    'repair',
    [
      ['WX21', '分集水器检修', 'set', 50, '80', [['repair', 'manifold']]],
      ['WX22', '管路堵漏', 'point', 60, '100', [['repair', '', 'seal']]],
      [
        'WX23',
        '温控器更换',
        'unitU',
        25,
        '35',
        [
          ['repair', 'thermostat'],
          ['repair', 'panel'],
        ],
      ],
    ],
  ],
  [
    'WX-SH',
    '净水与智能维修',
    'repair',
    [
      [
        'WX31',
        '净水设备检修',
        'unitU',
        40,
        '60',
        [
          ['repair', 'purifier'],
          ['repair', 'roUnit'],
          ['repair', 'softener'],
        ],
      ],
      [
        'WX32',
        '智能设备检修',
        'unitU',
        40,
        '55',
        [
          ['repair', 'gateway'],
          ['repair', 'sensor'],
        ],
      ],
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
        '50',
        [
          ['maintain', 'indoorUnit'],
          ['clean', 'indoorUnit'],
        ],
        [
          ['4', '45'],
          ['8', '40'],
        ],
      ],
      [
        'BY02',
        '室外机保养',
        'unitU',
        45,
        '60',
        [
          ['maintain', 'outdoorUnit'],
          ['clean', 'outdoorUnit'],
        ],
      ],
      [
        'BY03',
        '锅炉年检',
        'unitU',
        60,
        '80',
        [
          ['maintain', 'boiler'],
          ['inspect', 'boiler'],
        ],
      ],
      [
        'BY04',
        '地暖清洗',
        'loop',
        15,
        '20',
        [
          ['maintain', 'manifold'],
          ['clean', 'manifold'],
        ],
        [['10', '18']],
      ],
      [
        'BY05',
        '新风滤网更换',
        'unitU',
        20,
        '25',
        [
          ['maintain', 'freshUnit'],
          ['consumable', 'freshUnit'],
        ],
      ],
      [
        'BY06',
        '滤芯更换',
        'unitU',
        20,
        '25',
        [
          ['consumable', 'purifier'],
          ['consumable', 'roUnit'],
          ['consumable', 'prefilter'],
        ],
      ],
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
        6,
        '9',
        [],
        [
          ['100', '8.5'],
          ['200', '8'],
        ],
      ],
      ['AZ02', '分集水器安装', 'set', 60, '90', [['install', 'manifold']]],
      ['AZ03', '室内机安装', 'unitU', 120, '180', [['install', 'indoorUnit']]],
      ['AZ04', '壁挂炉安装', 'unitU', 180, '260', [['install', 'boiler']]],
    ],
  ],
  [
    'TS',
    '调试',
    'commission',
    [
      ['TS01', '系统调试', 'time', 90, '120', [['commission']]],
      ['TS02', '使用指导', 'time', 30, '30', [['training']]],
    ],
  ],
];

/** Cover that the company itself bears pays a tenth less for call-outs: a price with a criterion, to show how they are matched. */
const GOODWILL = '27';

/** The tree of processes with its prices, published by the manager long ago. */
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
        if (leafCode === 'SMF') await price(leaf.id, '上门费标准(公司承担)', GOODWILL, { weibao: 'goodwill' });
      }
    }
    return ids;
  });
  await world.as('as_manager', `${began} 15:00:00`, async (context) => {
    for (const id of proposed) await context.act(pieceStandard, id, 'publish');
  });
}
