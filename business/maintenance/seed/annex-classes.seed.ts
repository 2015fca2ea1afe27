import type { Draft } from '#kernel/language/paper.ts';
import { annexClass } from '../completion/annex-class.paper.ts';
import type { DemoWorld } from './demo-world.ts';

type Class = Draft<typeof annexClass>;

const classes: readonly (readonly [code: string, name: string, receipts: Class['receiptsTypes'], min: number, more?: Partial<Class>])[] = [
  ['XC', '现场全景', ['repair', 'maintain', 'clean', 'install', 'inspect'], 1, { needWatermark: true }], ['CLQ', '处理前', ['repair', 'clean'], 1], ['CLH', '处理后', ['repair', 'clean', 'maintain'], 1],
  ['MP', '设备铭牌', ['repair', 'install', 'exchange'], 0, { perEquipment: true }], ['JJ', '旧件', ['repair', 'consumable'], 0], ['SY', '试压读数', ['install', 'clean'], 1, { systemTypes: ['floorHeat'] }],
];

/** What the company wants to see of a job: asked for from today on, so that what was done before it stands as it is. */
export async function seedAnnexClasses(world: DemoWorld): Promise<void> {
  await world.as('as_admin', world.now, async (context) => {
    for (const [at, [classifyCode, classifyName, receiptsTypes, minCount, more]] of classes.entries()) await context.create(annexClass, { classifyCode, classifyName, receiptsTypes, mediaType: 'image', minCount, maxCount: 6, perEquipment: false, needWatermark: false, sort: (at + 1) * 10, ...more } as Class);
  });
}
