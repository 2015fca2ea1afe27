import { expect, test } from 'vitest';
import type { SchemaAttribute } from '../../../models/model-schema.rules.ts';
import { type SaidRule, plainSentence, ruleSentence, secondsWords } from './rule-words.rules.ts';

const properties: Readonly<Record<string, Partial<SchemaAttribute>>> = {
  pressLow: { name: '低压', nameEn: 'Low pressure', unit: 'MPa', dataType: 'double' },
  defrost: { name: '除霜中', nameEn: 'Defrosting', dataType: 'bool' },
};
const propertyOf = (name: string) => properties[name] as SchemaAttribute | undefined;

const rule: SaidRule = {
  alarmType: 'threshold',
  createRules: [
    {
      level: 'critical',
      mode: 'duration',
      holdSec: 30,
      condition: { all: [{ prop: 'pressLow', op: 'lt', value: 0.2 }] },
    },
    {
      level: 'major',
      mode: 'repeat',
      count: 3,
      windowSec: 600,
      condition: {
        all: [
          { prop: 'pressLow', op: 'lt', value: 0.3 },
          { prop: 'defrost', op: 'eq', value: false },
        ],
      },
    },
  ],
  clearRule: { condition: { all: [{ prop: 'pressLow', op: 'gt', value: 0.38 }] }, holdSec: 180 },
};

test('a rule reads as one sentence in both languages', () => {
  expect(plainSentence(ruleSentence(rule, propertyOf, 'zh'))).toBe(
    '低压小于 0.2 MPa 满 30 秒就报紧急；低压小于 0.3 MPa、除霜中为 否，10 分钟内 3 次就报重要；低压大于 0.38 MPa 满 3 分钟才算好。',
  );
  expect(plainSentence(ruleSentence(rule, propertyOf, 'en'))).toBe(
    'Critical when Low pressure is below 0.2 MPa for 30 s; Major when Low pressure is below 0.3 MPa and Defrosting is No, 3 times within 10 min; over when Low pressure is above 0.38 MPa for 3 min.',
  );
});

test('kinds with a fixed trigger read without a condition', () => {
  const offline: SaidRule = { alarmType: 'offline', createRules: [{ level: 'minor', mode: 'duration', holdSec: 600 }] };
  expect(plainSentence(ruleSentence(offline, propertyOf, 'zh'))).toBe('离线 满 10 分钟就报次要；条件不再成立就算好。');
  expect(secondsWords(5400)).toEqual(['1 小时 30 分钟', '1 h 30 min']);
});

test('a rule of a trouble code names the code that the device reports', () => {
  const code: SaidRule = { alarmType: 'trouble_code', createRules: [{ level: 'major', mode: 'simple' }] };
  const named = { ...code, codeName: '夜间持续用水' };
  expect(plainSentence(ruleSentence(named, propertyOf, 'zh'))).toBe(
    '设备报故障码 夜间持续用水就报重要；不再报就算好。',
  );
  expect(plainSentence(ruleSentence(code, propertyOf, 'en'))).toBe(
    'Major when the device reports this code; over when it no longer does.',
  );
});
