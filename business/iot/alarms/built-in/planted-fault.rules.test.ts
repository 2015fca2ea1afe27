import { expect, test } from 'vitest';
import { airWaterCodes } from './air-water-codes.rules.ts';
import type { BuiltInCode } from './built-in-code.rules.ts';
import { heatingCodes } from './heating-codes.rules.ts';
import { compileRule } from '../engine/compile-rule.rules.ts';
import { plantedFault } from './planted-fault.rules.ts';
import { NO_CONSTANTS } from '../engine/condition.rules.ts';

const all = [...heatingCodes, ...airWaterCodes];

const ruleOf = (one: BuiltInCode) =>
  compileRule(
    {
      id: '1',
      ruleCode: one.code,
      ruleName: one.code,
      ruleNameEn: null,
      scope: 'model',
      modelId: '1',
      deviceId: null,
      alarmType: one.source ? 'trouble_code' : 'threshold',
      createRules: [{ level: one.level, ...(one.condition && { condition: one.condition }) }],
      clearRule: null,
      schedule: null,
      suppression: null,
      notify: null,
      autoRepair: null,
      priority: 1,
      inheritRuleId: null,
      disabled: false,
      code: {
        id: '1',
        code: one.code,
        name: '',
        nameEn: null,
        autoRepair: null,
        safety: false,
        source: one.source ?? null,
        faultDurationMin: 60,
      },
    },
    NO_CONSTANTS,
  );

test.each(all)('the own rule of $code detects its planted fault', (one) => {
  const fault = plantedFault(one.code, all);
  expect(fault?.modelCode).toBe(one.models[0]);
  const sight = { now: fault!.values, before: {}, passedMs: 1000 };
  expect(ruleOf(one).levels[0].test(sight)).toBe(true);
  expect(ruleOf(one).levels[0].test({ now: {}, before: {}, passedMs: 1000 })).toBe(false);
});

test('an unknown code is no fault', () => {
  expect(plantedFault('X99', all)).toBeNull();
});
