import { expect, test } from 'vitest';
import { structuredKind } from '#kernel/fields/structured/structured.ts';
import type { CheckDemand } from '../at-door/check-demand.calls.ts';
import { type CheckAnswer, checkAnswers, judgeChecklist } from '../completion/checklist.rules.ts';

const pressure: CheckDemand = {
  key: 'p',
  label: '系统压力',
  type: 'number',
  unit: 'bar',
  min: 1,
  max: '2',
  required: true,
};
const leak: CheckDemand = { key: 'l', label: '接口无渗漏', type: 'yesNo', required: 'true' };
const note: CheckDemand = { key: 'n', label: '建议', type: 'text', required: false };

const judged = (demands: CheckDemand[], values: Record<string, string>): { missing: string[]; abnormal: string[] } => {
  const answers = Object.entries(values).map(([key, value]): CheckAnswer => ({ key, value }));
  const { missing, abnormal } = judgeChecklist(demands, answers);
  return { missing: missing.map((one) => one.key), abnormal: abnormal.map((one) => one.key) };
};

test('必查项没有答案就是缺项，空格不算答案；选查项可以空着 a required item without an answer is missing; blanks are no answer', () => {
  expect(judged([pressure, leak, note], {})).toEqual({ missing: ['p', 'l'], abnormal: [] });
  expect(judged([pressure, leak, note], { p: '  ', l: '是' })).toEqual({ missing: ['p'], abnormal: [] });
  expect(judged([], { x: '1' })).toEqual({ missing: [], abnormal: [] });
});

test('读数出了上下限是异常，正好在限上不是；不是数的读数也是异常 a reading beyond its limits is abnormal, one at a limit is not', () => {
  const abnormal = (value: string, demand = pressure): boolean => judged([demand], { p: value }).abnormal.length > 0;
  expect(['0.99', '1', '1.5', '2', '2.01', '一点五'].map((value) => abnormal(value))).toEqual([
    true,
    false,
    false,
    false,
    true,
    true,
  ]);
  // An empty limit means no limit, unlike zero.
  const open = { ...pressure, min: '', max: null };
  expect(['-40', '0', '9999'].map((value) => abnormal(value, open))).toEqual([false, false, false]);
  expect(abnormal('999', { ...pressure, type: 'meter' })).toBe(true);
  expect(abnormal('999', { ...pressure, type: 'text' })).toBe(false);
});

test('“否”是异常，用哪种语言、哪种写法回答都一样 a no is abnormal in any spelling', () => {
  for (const value of ['否', 'No', 'no', 'FALSE', '0']) expect(judged([leak], { l: value }).abnormal).toEqual(['l']);
  for (const value of ['是', 'Yes', 'true', '1']) expect(judged([leak], { l: value }).abnormal).toEqual([]);
  expect(judged([note], { n: '否' }).abnormal).toEqual([]);
});

test('答案须说明答的是哪一项 an answer names its item', () => {
  const accepted = (value: unknown): boolean => 'value' in structuredKind.accept(value, checkAnswers);
  expect(accepted([{ key: 'p', value: '1.5' }])).toBe(true);
  expect(accepted([{ label: '系统压力', value: '1.5' }])).toBe(false);
  expect(accepted({ key: 'p', value: '1.5' })).toBe(false);
});
