import type { Label } from '#kernel/language/label.ts';
import type { NotDue } from './due.rules.ts';
import type { OutReason, WaitReason } from './may-send.rules.ts';

/** Why a customer is not reminded, in words. */
export const OUT_WORDS: Readonly<Record<OutReason | 'noHour' | NotDue | 'notOpen', Label>> = {
  optedOut: ['已退订', 'Opted out'],
  schemeOff: ['方案关掉了推送', 'Switched off for the contract'],
  customerOff: ['客户关掉了推送', 'Switched off by the customer'],
  companyOff: ['公司关掉了这个场景', 'Switched off by the company'],
  noConsent: ['没有同意营销信息', 'No consent to advertising'],
  blocked: ['黑名单客户', 'Blocked customer'],
  limit: ['今天已排提醒，明天再看', 'Has its reminder of today; again tomorrow'],
  noHour: ['免打扰盖住了发送时间', 'Quiet hours cover the hours of the rule'],
  early: ['还没到日子', 'Too early'],
  replied: ['客户已回复', 'The customer has replied'],
  reminded: ['这一次已推过', 'Reminded for this turn'],
  enough: ['次数已满', 'Reminded often enough'],
  notOpen: ['不在待推送状态', 'Not waiting for a reminder'],
};

/** Why a message waits, in words. */
export const WAIT_WORDS: Readonly<Record<WaitReason, Label>> = {
  quiet: ['免打扰时段', 'Quiet hours'],
  marketingHours: ['营销只在09:00–20:00发', 'Advertising leaves from 09:00 to 20:00'],
  window: ['不在发送时间', 'Outside the hours of sending'],
};
