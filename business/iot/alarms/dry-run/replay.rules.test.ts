import { expect, test } from 'vitest';
import type { CreateRule } from '../rules/rule-shape.rules.ts';
import { type StoredRule, compileRule } from '../engine/compile-rule.rules.ts';
import { Replay } from './replay.rules.ts';
import { NO_CONSTANTS } from '../engine/condition.rules.ts';

const SECOND = 1000;
const rule = (createRules: readonly CreateRule[], more: Partial<StoredRule> = {}): StoredRule => ({
  id: '0',
  ruleCode: 'draft',
  ruleName: '',
  ruleNameEn: null,
  scope: 'model',
  modelId: '1',
  deviceId: null,
  alarmType: 'threshold',
  createRules,
  clearRule: null,
  schedule: null,
  suppression: null,
  notify: null,
  autoRepair: null,
  priority: null,
  inheritRuleId: null,
  disabled: false,
  code: null,
  ...more,
});
const above = (value: number) => ({ all: [{ prop: 'temp', op: 'gt' as const, value }] });
const run = (of: StoredRule, temps: readonly (readonly [at: number, temp: number])[], until: number) => {
  const replay = new Replay(compileRule(of, NO_CONSTANTS), '1', 'Asia/Shanghai');
  for (const [ts, temp] of temps)
    replay.take({ ts: ts * SECOND, values: { temp }, events: [], isOnline: null, isTick: false });
  return replay.until(until * SECOND).map(({ level, since, start, end }) => [level, since, start, end]);
};

test('a hold fires only when it is over, also without a message', () => {
  const held = rule([{ level: 'major', mode: 'duration', holdSec: 60, condition: above(50) }]);
  expect(
    run(
      held,
      [
        [10, 60],
        [69, 40],
      ],
      200,
    ),
  ).toEqual([]);
  expect(
    run(
      held,
      [
        [10, 60],
        [90, 40],
      ],
      200,
    ),
  ).toEqual([['major', 10_000, 70_000, 90_000]]);
  expect(run(held, [[10, 60]], 200)).toEqual([['major', 10_000, 70_000, null]]);
});

test('a firing that grows graver counts once, with its gravest level', () => {
  const levels = rule([
    { level: 'critical', condition: above(80) },
    { level: 'major', condition: above(50) },
  ]);
  expect(
    run(
      levels,
      [
        [10, 60],
        [20, 90],
        [30, 60],
        [40, 20],
        [50, 60],
      ],
      60,
    ),
  ).toEqual([
    ['critical', 10_000, 10_000, 40_000],
    ['major', 50_000, 50_000, null],
  ]);
});
