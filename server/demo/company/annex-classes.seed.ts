import type { Draft } from '#kernel/language/paper.ts';
import type { Context } from '#kernel/server/context.ts';
import { annexClass } from '#business/completion/annexes/annex-class.paper.ts';
import { addDays } from '#kernel/language/days.ts';

type Class = Draft<typeof annexClass>;

const classes: readonly (readonly [
  code: string,
  name: string,
  receipts: Class['receiptsTypes'],
  min: number,
  more?: Partial<Class>,
])[] = [
  ['XC', '现场全景', ['repair', 'maintain', 'clean', 'install', 'inspect'], 1, { needWatermark: true }],
  ['CLQ', '处理前', ['repair', 'clean'], 1],
  ['CLH', '处理后', ['repair', 'clean', 'maintain'], 1],
  ['MP', '设备铭牌', ['repair', 'install', 'exchange'], 0, { perEquipment: true }],
  ['JJ', '旧件', ['repair', 'consumable'], 0],
  ['SY', '试压读数', ['install', 'clean'], 1, { systemTypes: ['floorHeat'] }],
];

/** Number of last days whose work has photos: enough to look at, few enough to be drawn in a few seconds. */
const PHOTO_DAYS = 2;

/** Return the moment from which photos are required for completions. */
export const photosSince = (today: string): string => `${addDays(today, -PHOTO_DAYS)} 06:00:00`;

/** Create the classes of photos that a technician adds to a completion, each with its minimum number. */
export async function seedAnnexClasses(context: Context): Promise<void> {
  for (const [at, [classifyCode, classifyName, receiptsTypes, minCount, more]] of classes.entries())
    await context.create(annexClass, {
      classifyCode,
      classifyName,
      receiptsTypes,
      mediaType: 'image',
      minCount,
      maxCount: 6,
      perEquipment: false,
      needWatermark: false,
      sort: (at + 1) * 10,
      ...more,
    } as Class);
}
