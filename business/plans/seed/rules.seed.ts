import type { KeyOf } from '#kernel/language/dictionary.ts';
import type { smsScene } from '#business/messaging/dictionaries.ts';
import type { PushScene } from '../push/push-targets.server.ts';

/** A push rule of the demo company, with its only template. */
export interface DemoRule {
  readonly name: string;
  readonly scene: PushScene;
  readonly remindType?: 'warranty' | 'surrender' | 'supplies';
  readonly offsetDays: number;
  readonly repeatDays: number;
  readonly maxTimes: number;
  readonly smsScene: KeyOf<typeof smsScene>;
  readonly isMarketing?: boolean;
  readonly content: string;
}

export const RULES: readonly DemoRule[] = [
  {
    name: '保养到期提醒',
    scene: 'planDue',
    offsetDays: 14,
    repeatDays: 5,
    maxTimes: 3,
    smsScene: 'plan',
    content: '${customerName}您好，您家的${content}计划在${planDate}，${windowFrom}至${windowTo}都可以，请回电预约。',
  },
  {
    name: '保养逾期提醒',
    scene: 'planOverdue',
    offsetDays: -3,
    repeatDays: 5,
    maxTimes: 3,
    smsScene: 'plan',
    content: '${customerName}您好，您家的${content}已过约定时间，请回电，我们尽快安排上门。',
  },
  {
    name: '质保到期提醒',
    scene: 'warrantyDue',
    remindType: 'warranty',
    offsetDays: 30,
    repeatDays: 15,
    maxTimes: 2,
    smsScene: 'care',
    content: '${customerName}您好，您家的${targetName}质保到${dueDate}为止。',
  },
  {
    name: '耗材到期提醒',
    scene: 'suppliesDue',
    remindType: 'supplies',
    offsetDays: 15,
    repeatDays: 10,
    maxTimes: 2,
    smsScene: 'supplies',
    content: '${customerName}您好，您家的${targetName}到${dueDate}该换了，请回电预约。',
  },
  {
    name: '脱保召回',
    scene: 'lapsed',
    remindType: 'surrender',
    offsetDays: -30,
    repeatDays: 60,
    maxTimes: 2,
    smsScene: 'care',
    isMarketing: true,
    content: '${customerName}您好，您家的${targetName}已出保，续保有优惠。拒收请回复R',
  },
];
