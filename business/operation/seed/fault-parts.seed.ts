import type { Context } from '#kernel/server';
import { troubleCode } from '#business/iot/alarms/codes/trouble-code.paper.ts';
import { material } from '#business/materials/items/material.paper.ts';

type Need = readonly [itemName: string, qty: number];

/** Parts that a repair needs, by trouble code; named as in the materials of the demo company. */
const needs: Readonly<Record<string, readonly Need[]>> = {
  E01: [
    ['Y型过滤器 DN25', 1],
    ['水流开关 DN25', 1],
    ['屏蔽循环泵 25-8', 1],
  ],
  E02: [
    ['冷媒高压开关 4.2MPa', 1],
    ['室外风机电机 90W', 1],
  ],
  E03: [
    ['冷媒低压开关 0.05MPa', 1],
    ['电子膨胀阀 2.2', 1],
    ['制冷剂 R32 9kg瓶', 1],
  ],
  E04: [['制冷剂 R32 9kg瓶', 1]],
  E05: [['NTC温度传感器 10K', 1]],
  E06: [['NTC温度传感器 10K', 1]],
  E07: [['NTC温度传感器 20K', 1]],
  E08: [['NTC温度传感器 50K', 1]],
  E09: [['NTC温度传感器 10K', 1]],
  E12: [['防冻电热带 5m', 1]],
  C01: [['室内机控制板 45', 1]],
  C02: [['制冷剂 R410A 10kg瓶', 1]],
  F01: [['新风初效滤网 G4-250', 1]],
  F02: [['新风EC电机 250', 1]],
  F03: [['PM2.5传感器 管道', 1]],
  W01: [['软水盐 10kg', 2]],
  W02: [['步进电机 12V', 1]],
  W03: [
    ['漏水检测绳 5m', 1],
    ['密封圈组 B18', 1],
  ],
  R01: [
    ['PP棉滤芯 5μm-10寸', 1],
    ['活性炭滤芯 压缩-10寸', 1],
  ],
  R02: [['漏水检测绳 2m', 1]],
  R03: [['纯水机增压泵 400G', 1]],
  R04: [['RO反渗透膜 400G', 1]],
  R05: [['RO反渗透膜 400G', 1]],
  T01: [['地面温度探头 3m', 1]],
};

/** Enter the parts of repairs in the trouble codes. */
export async function seedFaultParts(context: Context): Promise<void> {
  const names = [...new Set(Object.values(needs).flatMap((of) => of.map(([name]) => name)))];
  const items = new Map((await context.find(material, { itemName: names })).map((row) => [row.itemName, row.itemCode]));
  const codes = await context.find(troubleCode, { code: Object.keys(needs) });
  await context.changeAll(
    troubleCode,
    new Map(
      codes.map((row) => [
        row.id,
        {
          spareParts: needs[row.code].flatMap(([name, qty]) => {
            const materialCode = items.get(name);
            return materialCode ? [{ materialCode, qty }] : [];
          }),
        },
      ]),
    ),
  );
}
