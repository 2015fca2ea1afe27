import { expect, test } from 'vitest';
import { blockedBy, filled, variablesIn, withoutLink } from './template.rules.ts';

const content = '尊敬的${name}，师傅${technician}将于${time}上门，请${name}留意。';

test('模板里的变量按出现的顺序，每个一次 the variables of a template are listed once each, in order', () => {
  expect(variablesIn(content)).toEqual(['name', 'technician', 'time']);
  expect([variablesIn(''), variablesIn('${} $name ${a b}')]).toEqual([[], []]);
});

test('没有值的变量要报出来，短信里也看得见空位 variables without a value are named and marked in the text', () => {
  expect(filled(content, { name: '周先生', technician: '蒋师傅', time: '10:00' })).toEqual({
    text: '尊敬的周先生，师傅蒋师傅将于10:00上门，请周先生留意。',
    missing: [],
  });
  expect(filled('${a}-${b}-${c}-${d}', { a: '', b: null, c: undefined })).toEqual({
    text: '____-____-____-____',
    missing: ['a', 'b', 'c', 'd'],
  });
  // Names of JavaScript's object prototype are not taken as values.
  expect(filled('${constructor}${toString}', {})).toEqual({ text: '________', missing: ['constructor', 'toString'] });
});

test('值里的符号原样进短信，不会再被当成变量 a value is inserted literally', () => {
  expect(filled('${a}', { a: '$& ${b} $1', b: '乙' })).toEqual({ text: '$& ${b} $1', missing: [] });
});

const phone = { optedOut: false, acceptsAdvertising: true, sentToday: 0, sameLately: false };
const notice = { marketing: false, text: '您的维修已完成', now: '2026-11-23 23:59:00' };
const advert = { marketing: true, text: '保养八折，拒收请回复R', now: '2026-11-23 10:00:00' };

test('退订、五分钟内重复、当日满额都拦下，两种语言说明 opt-outs, repeats and the daily limit block, in both languages', () => {
  expect(blockedBy(notice, phone, 5)).toBeNull();
  expect(blockedBy(notice, { ...phone, optedOut: true }, 5)).toEqual(['客户已退订', 'The customer wants no messages']);
  expect(blockedBy(notice, { ...phone, sameLately: true }, 5)?.[0]).toContain('5分钟内');
  expect(blockedBy(notice, { ...phone, sentToday: 4 }, 5)).toBeNull();
  for (const words of blockedBy(notice, { ...phone, sentToday: 5 }, 5)!) expect(words).toContain('5');
  expect(blockedBy(notice, phone, 0)).not.toBeNull();
});

test('营销短信九点起、二十点前才发，且须写明如何拒收；服务短信半夜也发 advertising is sent from 09:00 until before 20:00, with the opt-out sentence', () => {
  const at = (clock: string): boolean => blockedBy({ ...advert, now: `2026-11-23 ${clock}` }, phone, 5) === null;
  expect(['00:00:00', '08:59:59', '09:00:00', '19:59:59', '20:00:00', '23:59:59'].map(at)).toEqual([
    false,
    false,
    true,
    true,
    false,
    false,
  ]);
  expect(blockedBy({ ...advert, text: '保养八折' }, phone, 5)?.[0]).toContain('拒收请回复R');
  expect(blockedBy({ ...notice, now: '2026-11-23 00:00:00' }, phone, 5)).toBeNull();
});

test('客户没有同意，营销短信不发，服务短信照发 advertising goes to customers who agreed, service messages to all', () => {
  const silent = { ...phone, acceptsAdvertising: false };
  expect(blockedBy(advert, silent, 5)?.[0]).toBe('客户未同意接收营销信息');
  expect(blockedBy(notice, silent, 5)).toBeNull();
});

test('没有链接时，带链接的那句话不发 the sentence with a link is left out where there is no link', () => {
  expect(withoutLink('${name}您好，约好${from}上门。进度：${link}。')).toBe('${name}您好，约好${from}上门。');
  expect(withoutLink('Hello ${name}! See ${link}')).toBe('Hello ${name}!');
  expect(withoutLink('进度 ${link}')).toBe('');
});
