import { expect, test } from 'vitest';
import { compileRule, type StoredRule } from '#business/iot/alarms/engine/compile-rule.rules.ts';
import { NO_CONSTANTS } from '#business/iot/alarms/engine/condition.rules.ts';
import { WatchReplay, repairVerdict } from './watch-replay.rules.ts';

const MINUTE = 60_000;
const rule: StoredRule = {
  id: '1',
  ruleCode: 'hot',
  ruleName: '高温',
  ruleNameEn: null,
  scope: 'thing',
  modelId: null,
  deviceId: '7',
  alarmType: 'threshold',
  createRules: [{ level: 'major', condition: { all: [{ prop: 'temp', op: 'gt', value: 50 }] } }],
  clearRule: { condition: { all: [{ prop: 'temp', op: 'lt', value: 45 }] } },
  schedule: null,
  suppression: null,
  notify: null,
  autoRepair: null,
  priority: null,
  inheritRuleId: null,
  disabled: false,
  code: null,
};

/** Replay messages (minute and values) over a watch from minute 10 to 130. */
const seen = (messages: readonly (readonly [minute: number, values: Record<string, unknown>])[], of = rule) => {
  const replay = new WatchReplay(compileRule(of, NO_CONSTANTS), {
    deviceId: '7',
    zone: 'UTC',
    from: 10 * MINUTE,
    before: { temp: 60 },
  });
  for (const [minute, values] of messages) replay.message(minute * MINUTE, values);
  return replay.until(130 * MINUTE);
};

test('the first message with the fault within the watch is found, however short the fault', () => {
  expect(
    seen([
      [5, { temp: 60 }],
      [20, { temp: 30 }],
      [30, { temp: 51 }],
      [31, { temp: 30 }],
    ]),
  ).toEqual({
    faultAt: 30 * MINUTE,
    messages: 3,
    speaking: 3,
  });
  // A fault from before the watch does not count if the first message within the watch shows that it is over.
  expect(
    seen([
      [5, { temp: 60 }],
      [20, { temp: 30 }],
    ]).faultAt,
  ).toBeNull();
  // Between the clear limit and the raise limit the fault still holds.
  expect(
    seen([
      [5, { temp: 60 }],
      [20, { temp: 47 }],
    ]).faultAt,
  ).toBe(20 * MINUTE);
});

test('messages without the rule’s values do not count', () => {
  expect(
    seen([
      [5, { temp: 60 }],
      [20, { flow: 1 }],
      [21, { flow: 1 }],
      [22, { flow: 1 }],
    ]),
  ).toEqual({
    faultAt: null,
    messages: 3,
    speaking: 0,
  });
});

test('silence within the watch is the fault of a silence rule, after any message', () => {
  const silent: StoredRule = {
    ...rule,
    alarmType: 'no_data',
    createRules: [{ level: 'major', mode: 'duration', holdSec: 600, condition: { all: [] } }],
    clearRule: null,
  };
  expect(
    seen(
      [
        [5, {}],
        [12, {}],
        [15, {}],
      ],
      silent,
    ).faultAt,
  ).toBe(25 * MINUTE);
  expect(seen([[5, {}]], silent).faultAt).toBeNull();
});

test('the fault gives unfixed at once; other verdicts wait for the end', () => {
  const good = { faultAt: null, messages: 3, speaking: 1 };
  expect(repairVerdict({ ...good, faultAt: 5 }, false)).toBe('unfixed');
  expect(repairVerdict(good, false)).toBeNull();
  expect(repairVerdict(good, true)).toBe('fixed');
  expect(repairVerdict({ ...good, speaking: 0 }, true)).toBe('noData');
  expect(repairVerdict({ ...good, messages: 0, speaking: 0 }, true)).toBe('noData');
});
