import type { Label } from '#kernel/language/label.ts';

/** Family names of two characters. */
const LONG_FAMILY_NAMES = [
  '欧阳',
  '司马',
  '上官',
  '诸葛',
  '东方',
  '皇甫',
  '尉迟',
  '公孙',
  '令狐',
  '夏侯',
  '慕容',
  '司徒',
];

/** Return the first name of a person: a Chinese name without its family name, else the first word. */
export function firstName(name: string): string {
  const text = name.trim();
  if (!/^\p{Script=Han}+$/u.test(text)) return text.split(/\s+/)[0] ?? '';
  const family = LONG_FAMILY_NAMES.find((one) => text.startsWith(one) && text.length > one.length);
  return family ? text.slice(family.length) : text.length > 1 ? text.slice(1) : text;
}

/** A stage of an order, as its customer sees it. */
export type Stage =
  | 'registered'
  | 'onHold'
  | 'assigned'
  | 'appointed'
  | 'onTheWay'
  | 'working'
  | 'paused'
  | 'again'
  | 'done'
  | 'cancelled';

/** Kinds of orders whose work is a repair; others are called work. */
const REPAIRS: readonly string[] = ['repair', 'complaint'];

/** Return the headline of a stage. */
export function headline(stage: Stage, receiptsType: string): Label {
  const isRepair = REPAIRS.includes(receiptsType);
  const texts: Record<Stage, Label> = {
    registered: ['已登记，正在安排师傅', 'Registered. We are choosing a technician'],
    onHold: ['先等一等，我们会联系您', 'On hold. We will contact you'],
    assigned: ['已经派了师傅', 'A technician is assigned'],
    appointed: ['时间约好了', 'The time is agreed'],
    onTheWay: ['师傅在路上', 'The technician is on the way'],
    working: isRepair
      ? ['师傅正在您家修', 'The technician is repairing it']
      : ['师傅正在您家做', 'The technician is at work'],
    paused: ['师傅暂停一下，会继续', 'The work pauses and goes on'],
    again: ['还要再来一次，正在安排', 'One more visit is needed. We are planning it'],
    done: isRepair ? ['修好了', 'Repaired'] : ['做好了', 'Done'],
    cancelled: ['这一单已取消', 'This order is cancelled'],
  };
  return texts[stage];
}

/** State of a step of the line at the top. */
export type StepState = 'done' | 'now' | 'next';

/** Return the steps of an order with their states. */
export function orderSteps(
  stage: Stage,
  receiptsType: string,
): readonly { readonly name: Label; readonly is: StepState }[] {
  const isRepair = REPAIRS.includes(receiptsType);
  const names: readonly Label[] = [
    isRepair ? ['报修', 'New'] : ['登记', 'New'],
    ['派师傅', 'Who'],
    ['出发', 'Way'],
    isRepair ? ['在修', 'Repair'] : ['在做', 'Work'],
    isRepair ? ['修好', 'Done'] : ['做好', 'Done'],
  ];
  const at: Record<Stage, number> = {
    registered: 0,
    onHold: 0,
    assigned: 1,
    appointed: 1,
    onTheWay: 2,
    working: 3,
    paused: 3,
    again: 1,
    done: 5,
    cancelled: -1,
  };
  const now = at[stage];
  return names.map((name, step) => ({ name, is: step < now ? 'done' : step === now ? 'now' : 'next' }));
}
