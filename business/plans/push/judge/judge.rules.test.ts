import { expect, test } from 'vitest';
import { type DueTarget, type RuleDays, due } from './due.rules.ts';
import {
  type PushReceiver,
  type SendingHours,
  type SettingsByLevel,
  type PushVerdict,
  maySend,
} from './may-send.rules.ts';
import { type PushLimits, stricter } from '../setting/stricter.rules.ts';

const rule: RuleDays = { id: '1', offsetDays: 20, repeatDays: 7, maxTimes: 3, stopOnReply: true };
const target: DueTarget = { dueDate: '2026-12-14', isReplied: false, isAtOnce: false, lastDay: null, turns: [] };

test.each([
  ['a day before the first turn', {}, {}, '2026-11-23', 'early'],
  ['the day of the first turn', {}, {}, '2026-11-24', 0],
  ['the day after, where the first run failed', {}, {}, '2026-11-25', 0],
  ['the day after the first turn', {}, { lastDay: '2026-11-24', turns: [0] }, '2026-11-25', 'reminded'],
  ['the second turn', {}, { lastDay: '2026-11-24', turns: [0] }, '2026-12-01', 1],
  ['a missed second turn is replaced by the third', {}, { lastDay: '2026-11-24', turns: [0] }, '2026-12-08', 2],
  ['after the last turn', {}, { lastDay: '2026-12-08', turns: [0, 2] }, '2026-12-20', 'enough'],
  ['a reply ends the rule', {}, { isReplied: true }, '2026-11-24', 'replied'],
  ['a rule that goes on after a reply', { stopOnReply: false }, { isReplied: true }, '2026-11-24', 0],
  ['once, without a repeat', { repeatDays: null }, { lastDay: '2026-11-24', turns: [0] }, '2026-12-10', 'enough'],
  ['three days after the date', { offsetDays: -3 }, {}, '2026-12-17', 0],
  ['two days after the date', { offsetDays: -3 }, {}, '2026-12-16', 'early'],
  ['another rule reminded on the day', {}, { lastDay: '2026-11-24' }, '2026-11-25', 'reminded'],
  ['pushed in by hand long before', {}, { isAtOnce: true }, '2026-10-01', 0],
  ['pushed in by hand again', {}, { isAtOnce: true, lastDay: '2026-10-01', turns: [0] }, '2026-10-05', 1],
  [
    'pushed in by hand twice a day',
    {},
    { isAtOnce: true, lastDay: '2026-10-01', turns: [0] },
    '2026-10-01',
    'reminded',
  ],
  ['pushed in by hand too often', {}, { isAtOnce: true, lastDay: '2026-10-01', turns: [2] }, '2026-10-05', 'enough'],
  ['the last day of February', { offsetDays: 1 }, { dueDate: '2028-03-01' }, '2028-02-29', 0],
] as const)('due: %s', (_name, ofRule, ofTarget, today, expected) => {
  expect(due({ ...rule, ...ofRule }, { ...target, ...ofTarget }, today)).toEqual(
    typeof expected === 'number' ? { turn: expected } : { not: expected },
  );
});

test('over 400 days, in two zones and with runs that fail, each turn is pushed once', () => {
  const keys: string[] = [];
  for (const zone of ['Asia/Shanghai', 'America/New_York']) {
    const days = new Intl.DateTimeFormat('sv', { timeZone: zone });
    let of: DueTarget = { ...target, dueDate: '2027-06-30' };
    for (let hour = 0; hour < 400 * 24; hour += 1) {
      // Every third hour a run fails; the others repeat what the one before did.
      if (hour % 3 === 0) continue;
      const today = days.format(Date.parse('2026-11-28T00:30:00Z') + hour * 3_600_000);
      const found = due({ ...rule, maxTimes: 5 }, of, today);
      if ('not' in found) continue;
      keys.push(`${zone}#${found.turn}#${today}`);
      of = { ...of, lastDay: today, turns: [...of.turns, found.turn] };
    }
  }
  const days = ['2027-06-10', '2027-06-17', '2027-06-24', '2027-07-01', '2027-07-08'];
  expect(keys).toEqual(
    ['Asia/Shanghai', 'America/New_York'].flatMap((zone) => days.map((day, turn) => `${zone}#${turn}#${day}`)),
  );
});

const to: PushReceiver = {
  isOptedOut: false,
  customerLevel: 'normal',
  receiveMarketing: null,
  autoPush: true,
  remindedToday: 0,
};
const none: SettingsByLevel = { scheme: [], customer: [], tenant: [] };
const limits: PushLimits = {
  enabled: true,
  channel: null,
  quietFrom: null,
  quietTo: null,
  dailyLimit: null,
  reason: null,
};
const at = (level: keyof SettingsByLevel, more: Partial<PushLimits>): Partial<SettingsByLevel> => ({
  [level]: [{ ...limits, ...more }],
});
const hours: SendingHours = { from: '08:30', to: '20:00', isMarketing: false };
const advertising = { isMarketing: true };
const night = { quietFrom: '21:00', quietTo: '10:00' };

const send: PushVerdict = { verdict: 'send' };
const out = (reason: Extract<PushVerdict, { verdict: 'out' }>['reason']): PushVerdict => ({ verdict: 'out', reason });
const wait = (reason: Extract<PushVerdict, { verdict: 'wait' }>['reason'], until: string): PushVerdict => ({
  verdict: 'wait',
  reason,
  until: `${until}:00`,
});

type Case = [
  name: string,
  to: Partial<PushReceiver>,
  settings: Partial<SettingsByLevel>,
  hours: Partial<SendingHours>,
  clock: string,
  expected: PushVerdict,
];

const cases: Case[] = [
  ['an ordinary customer in the morning', {}, {}, {}, '08:30', send],
  ['an opt-out', { isOptedOut: true }, {}, {}, '10:00', out('optedOut')],
  ['an opt-out at night is no wait', { isOptedOut: true }, {}, {}, '22:00', out('optedOut')],
  [
    'an opt-out before a setting',
    { isOptedOut: true },
    at('customer', { enabled: true }),
    {},
    '10:00',
    out('optedOut'),
  ],
  ['the company switched off', {}, at('tenant', { enabled: false }), {}, '10:00', out('companyOff')],
  ['the customer switched off', {}, at('customer', { enabled: false }), {}, '10:00', out('customerOff')],
  ['the contract switched off', {}, at('scheme', { enabled: false }), {}, '10:00', out('schemeOff')],
  [
    'the contract on, the customer off',
    {},
    { ...at('scheme', {}), ...at('customer', { enabled: false }) },
    {},
    '10:00',
    send,
  ],
  [
    'the customer on, the company off',
    {},
    { ...at('customer', {}), ...at('tenant', { enabled: false }) },
    {},
    '10:00',
    send,
  ],
  ['a contract without notices', { autoPush: false }, {}, {}, '10:00', out('schemeOff')],
  ['a contract without notices, and a setting of it', { autoPush: false }, at('scheme', {}), {}, '10:00', send],
  [
    'a contract without notices, the customer on',
    { autoPush: false },
    at('customer', {}),
    {},
    '10:00',
    out('schemeOff'),
  ],
  ['no contract', { autoPush: null }, {}, {}, '10:00', send],
  [
    'two settings after a merge',
    {},
    { customer: [limits, { ...limits, enabled: false }] },
    {},
    '10:00',
    out('customerOff'),
  ],
  ['advertising without an answer', {}, {}, advertising, '10:00', out('noConsent')],
  ['advertising refused', { receiveMarketing: false }, {}, advertising, '10:00', out('noConsent')],
  ['advertising agreed', { receiveMarketing: true }, {}, advertising, '10:00', send],
  ['a reminder to whoever refused advertising', { receiveMarketing: false }, {}, {}, '10:00', send],
  ['a blocked customer', { customerLevel: 'black' }, {}, {}, '10:00', out('blocked')],
  [
    'a blocked customer who agreed',
    { customerLevel: 'black', receiveMarketing: true },
    {},
    advertising,
    '10:00',
    out('blocked'),
  ],
  ['one reminder today', { remindedToday: 1 }, {}, {}, '10:00', out('limit')],
  ['one reminder today at night', { remindedToday: 1 }, {}, {}, '22:00', out('limit')],
  ['one of two reminders', { remindedToday: 1 }, at('customer', { dailyLimit: 2 }), {}, '10:00', send],
  ['two of two reminders', { remindedToday: 2 }, at('customer', { dailyLimit: 2 }), {}, '10:00', out('limit')],
  [
    'the limit of the contract before that of the company',
    { remindedToday: 2 },
    { ...at('scheme', { dailyLimit: 3 }), ...at('tenant', { dailyLimit: 1 }) },
    {},
    '10:00',
    send,
  ],
  [
    'more than messages to a phone allow',
    { remindedToday: 10 },
    at('tenant', { dailyLimit: 20 }),
    {},
    '10:00',
    out('limit'),
  ],
  ['before the hours', {}, {}, {}, '07:59', wait('window', '2026-11-28 08:30')],
  ['after the hours', {}, {}, {}, '20:00', wait('window', '2026-11-29 08:30')],
  ['before the hours of the rule', {}, {}, { from: '10:15' }, '08:30', wait('window', '2026-11-28 10:15')],
  ['a rule from midnight', {}, {}, { from: '00:00', to: '23:59' }, '03:00', wait('window', '2026-11-28 08:30')],
  ['quiet hours over midnight, at night', {}, at('customer', night), {}, '22:30', wait('quiet', '2026-11-29 10:00')],
  [
    'quiet hours over midnight, in the morning',
    {},
    at('customer', night),
    {},
    '09:00',
    wait('quiet', '2026-11-28 10:00'),
  ],
  ['the minute when quiet hours end', {}, at('customer', night), {}, '10:00', send],
  [
    'quiet hours at noon',
    {},
    at('customer', { quietFrom: '12:00', quietTo: '14:00' }),
    {},
    '13:00',
    wait('quiet', '2026-11-28 14:00'),
  ],
  [
    'quiet until the hours of the rule end',
    {},
    at('customer', { quietFrom: '12:00', quietTo: '14:00' }),
    { to: '13:30' },
    '12:30',
    wait('quiet', '2026-11-29 08:30'),
  ],
  [
    'quiet hours of the company, others of the customer',
    {},
    { ...at('tenant', night), ...at('customer', { quietFrom: '12:00', quietTo: '13:00' }) },
    {},
    '09:00',
    send,
  ],
  [
    'quiet in all hours of the rule',
    {},
    at('customer', { quietFrom: '08:00', quietTo: '20:00' }),
    {},
    '09:00',
    out('noHour'),
  ],
  [
    'advertising before nine',
    { receiveMarketing: true },
    {},
    advertising,
    '08:40',
    wait('marketingHours', '2026-11-28 09:00'),
  ],
  [
    'advertising at eight in the evening',
    { receiveMarketing: true },
    {},
    advertising,
    '20:00',
    wait('marketingHours', '2026-11-29 09:00'),
  ],
  [
    'advertising and quiet hours',
    { receiveMarketing: true },
    at('customer', night),
    advertising,
    '08:40',
    wait('quiet', '2026-11-28 10:00'),
  ],
  ['advertising refused is no wait', {}, {}, advertising, '22:00', out('noConsent')],
];

test.each(cases)('may send: %s', (_name, receiver, settings, of, clock, expected) => {
  const verdict = maySend(
    { ...to, ...receiver },
    { ...none, ...settings },
    { ...hours, ...of },
    { now: `2026-11-28 ${clock}:00`, perPhone: 10 },
  );
  expect(verdict).toEqual(expected);
});

test('the stricter of two settings has the lower limit, the longer quiet hours, and is off if one is', () => {
  const joined = stricter(
    { ...limits, dailyLimit: 3, quietFrom: '22:00', quietTo: '07:00', reason: '夜班' },
    { ...limits, enabled: false, dailyLimit: 2, quietFrom: '20:00', quietTo: '10:00', reason: '投诉' },
  );
  expect(joined).toEqual({
    enabled: false,
    channel: null,
    quietFrom: '20:00',
    quietTo: '10:00',
    dailyLimit: 2,
    reason: '夜班；投诉',
  });
});
