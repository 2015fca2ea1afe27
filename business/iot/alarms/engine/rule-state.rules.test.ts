import { describe, expect, test } from 'vitest';
import type { CreateRule } from '../rules/rule-shape.rules.ts';
import { type CompiledRule, type StoredRule, compileRule } from './compile-rule.rules.ts';
import type { PropertyValues } from './condition.rules.ts';
import { type RuleEffect, type RuleState, advance, newState, nextDue } from './rule-state.rules.ts';

const ZONE = 'Asia/Shanghai';
const S = 1000;

const storedRule = (createRules: readonly CreateRule[], more: Partial<StoredRule> = {}): StoredRule => ({
  id: '1',
  ruleCode: 'r',
  ruleName: '高温',
  ruleNameEn: 'Hot',
  scope: 'tenant',
  modelId: null,
  deviceId: null,
  alarmType: 'threshold',
  createRules,
  clearRule: null,
  schedule: null,
  suppression: null,
  notify: null,
  autoRepair: null,
  priority: 1,
  inheritRuleId: null,
  disabled: false,
  code: null,
  ...more,
});

const hot = { all: [{ prop: 'temp', op: 'gt', value: 50 }] } as const;

/** A rule with its state, to which a test sends messages of one device. Moments are seconds by the device's clock. */
class Story {
  readonly rule: CompiledRule;
  readonly state: RuleState;
  #values: PropertyValues = {};
  readonly effects: string[] = [];

  constructor(createRules: readonly CreateRule[], more: Partial<StoredRule> = {}) {
    this.rule = compileRule(storedRule(createRules, more), {
      boundsOf: (name) => (name === 'temp' ? { max: 80 } : {}),
      extension: (key) => (key === 'limit' ? 45 : undefined),
    });
    this.state = newState(this.rule);
  }

  #tell(effects: readonly RuleEffect[]): this {
    for (const { kind, level, at } of effects) this.effects.push(`${kind} ${this.rule.levels[level].level} ${at / S}`);
    return this;
  }

  says(second: number, values: PropertyValues): this {
    const before = this.#values;
    this.#values = { ...before, ...values };
    return this.#tell(
      advance(
        this.rule,
        this.state,
        { kind: 'values', ts: second * S, sight: { now: this.#values, before, passedMs: S } },
        ZONE,
      ),
    );
  }

  happens(second: number, event: string, params: PropertyValues = {}): this {
    return this.#tell(advance(this.rule, this.state, { kind: 'event', ts: second * S, event, params }, ZONE));
  }

  goes(second: number, isOnline: boolean): this {
    return this.#tell(advance(this.rule, this.state, { kind: 'presence', ts: second * S, isOnline }, ZONE));
  }

  waits(second: number): this {
    return this.#tell(advance(this.rule, this.state, { kind: 'tick', ts: second * S }, ZONE));
  }
}

describe('a hold of a minute', () => {
  const held = (): Story => new Story([{ level: 'major', condition: hot, mode: 'duration', holdSec: 60 }]);

  test('59 seconds raise nothing', () => {
    expect(held().says(1, { temp: 60 }).says(60, { temp: 40 }).waits(600).effects).toEqual([]);
  });

  test('61 seconds raise once, at the full minute', () => {
    expect(held().says(1, { temp: 60 }).says(62, { temp: 61 }).waits(600).effects).toEqual(['raise major 61']);
  });

  test('silence after the first message raises at the full minute', () => {
    const story = held().says(1, { temp: 60 });
    expect(nextDue(story.rule, story.state)).toBe(61 * S);
    expect(story.waits(60).effects).toEqual([]);
    expect(story.waits(61).effects).toEqual(['raise major 61']);
  });

  test('changes every ten seconds raise nothing', () => {
    const story = held();
    for (let second = 1; second < 600; second += 10) story.says(second, { temp: (second - 1) % 20 === 0 ? 60 : 40 });
    expect(story.effects).toEqual([]);
  });

  test('a repeated or late message changes nothing', () => {
    const story = held().says(1, { temp: 60 }).says(62, { temp: 61 });
    story.says(30, { temp: 20 }).says(62, { temp: 20 }).says(1, { temp: 60 });
    expect(story.effects).toEqual(['raise major 61']);
    expect(story.state.level).toBe(0);
  });
});

describe('hysteresis', () => {
  const story = (): Story =>
    new Story([{ level: 'major', condition: hot }], {
      clearRule: { condition: { all: [{ prop: 'temp', op: 'lt', value: 45 }] }, holdSec: 120 },
    });

  test('an alarm lasts between the bounds and ends after its hold below the lower one', () => {
    const effects = story()
      .says(1, { temp: 51 })
      .says(10, { temp: 48 })
      .says(20, { temp: 44 })
      .says(60, { temp: 46 })
      .says(70, { temp: 44 })
      .waits(180)
      .waits(190).effects;
    expect(effects).toEqual(['raise major 1', 'clear major 190']);
  });

  test('a new hit during the clear hold continues the alarm', () => {
    const effects = story().says(1, { temp: 51 }).says(20, { temp: 44 }).says(100, { temp: 60 }).waits(1000).effects;
    expect(effects).toEqual(['raise major 1']);
  });

  test('without a clear condition an alarm ends when its raise condition is false', () => {
    const effects = new Story([{ level: 'major', condition: hot }]).says(1, { temp: 51 }).says(2, { temp: 50 }).effects;
    expect(effects).toEqual(['raise major 1', 'clear major 2']);
  });
});

test('a graver level counts at once, a lesser one when the graver is over', () => {
  const effects = new Story([
    { level: 'critical', condition: { all: [{ prop: 'temp', op: 'gt', value: '$max' }] } },
    { level: 'minor', condition: hot },
  ])
    .says(1, { temp: 55 })
    .says(2, { temp: 90 })
    .says(3, { temp: 95 })
    .says(4, { temp: 60 })
    .says(5, { temp: 20 }).effects;
  expect(effects).toEqual(['raise minor 1', 'level critical 2', 'level minor 4', 'clear minor 5']);
});

test('a manually released alarm is raised again only after its condition was false', () => {
  const story = new Story([{ level: 'major', condition: hot }]).says(1, { temp: 60 });
  // A manual release changes only the alarm, not the rule state: as the condition held all the time, nothing is raised
  // again.
  expect(story.says(2, { temp: 61 }).says(3, { temp: 62 }).effects).toEqual(['raise major 1']);
  expect(story.says(4, { temp: 20 }).says(5, { temp: 60 }).effects).toEqual([
    'raise major 1',
    'clear major 4',
    'raise major 5',
  ]);
});

test('hits count within their window; an alarm ends after a window without hits', () => {
  const story = new Story([{ level: 'minor', condition: hot, mode: 'repeat', count: 3, windowSec: 60 }]);
  story.says(1, { temp: 60 }).says(40, { temp: 60 }).says(70, { temp: 60 });
  expect(story.effects).toEqual([]);
  story.says(80, { temp: 60 });
  expect(story.effects).toEqual(['raise minor 80']);
  expect(story.says(90, { temp: 20 }).waits(139).effects).toEqual(['raise minor 80']);
  expect(story.waits(140).effects).toEqual(['raise minor 80', 'clear minor 140']);
});

test('an event alarm ends after the quiet time of its code', () => {
  const code = {
    id: '9',
    code: 'F02',
    name: '风机',
    nameEn: null,
    autoRepair: null,
    safety: false,
    source: 'fanFault',
    faultDurationMin: 1,
  };
  const story = new Story([{ level: 'major' }], { alarmType: 'trouble_code', code });
  story.happens(1, 'other').happens(2, 'fanFault').happens(30, 'fanFault').waits(89).waits(90);
  expect(story.effects).toEqual(['raise major 2', 'again major 30', 'clear major 90']);
});

test('a bit of a fault word raises its trouble code', () => {
  const code = {
    id: '9',
    code: 'E04',
    name: '排气',
    nameEn: null,
    autoRepair: null,
    safety: false,
    source: 'faultBits.3',
    faultDurationMin: 60,
  };
  const story = new Story([{ level: 'major' }], { alarmType: 'trouble_code', code });
  expect(story.says(1, { faultBits: 7 }).says(2, { faultBits: 9 }).says(3, { faultBits: 1 }).effects).toEqual([
    'raise major 2',
    'clear major 3',
  ]);
});

test('offline waits for its hold and ends when the device returns', () => {
  const story = new Story([{ level: 'major', mode: 'duration', holdSec: 300 }], { alarmType: 'offline' });
  story.goes(1, false).goes(100, true).goes(200, false).waits(499).waits(500).goes(900, true);
  expect(story.effects).toEqual(['raise major 500', 'clear major 900']);
});

test('flapping presence raises an alarm that ends', () => {
  const story = new Story([{ level: 'minor', mode: 'repeat', count: 3, windowSec: 600 }], { alarmType: 'flapping' });
  for (let second = 0; second < 3; second += 1) story.goes(100 * second + 1, false).goes(100 * second + 50, true);
  expect(story.effects).toEqual(['raise minor 201']);
  expect(story.waits(801).effects.at(-1)).toBe('clear minor 801');
});

test('missing data raises after its time and ends with the first message', () => {
  const story = new Story([{ level: 'minor', mode: 'duration', holdSec: 900 }], { alarmType: 'no_data' });
  story.says(1, { temp: 1 }).says(500, { temp: 1 }).waits(1399).waits(1400).says(2000, { temp: 1 });
  expect(story.effects).toEqual(['raise minor 1400', 'clear minor 2000']);
});

test('an extension value is the limit of the device; without one nothing is raised', () => {
  const above = (value: string): string[] =>
    new Story([{ level: 'major', condition: { all: [{ prop: 'temp', op: 'gt', value }] } }])
      .says(1, { temp: 44 })
      .says(2, { temp: 46 }).effects;
  expect(above('$ext.limit')).toEqual(['raise major 2']);
  expect(above('$ext.unknown')).toEqual([]);
});

test('a rule raises nothing outside its hours', () => {
  const at = (hour: number): number => Date.UTC(2026, 10, 23, hour) / S;
  const weekly = [{ days: [1], from: '18:00', to: '06:00' }];
  const story = (): Story => new Story([{ level: 'major', condition: hot }], { schedule: { weekly } });
  // 10:00 UTC is 18:00 on Monday in the zone of the rule; 21:00 UTC is 05:00 on Tuesday.
  expect(story().says(at(9), { temp: 60 }).effects).toHaveLength(0);
  expect(story().says(at(10), { temp: 60 }).effects).toHaveLength(1);
  expect(story().says(at(21), { temp: 60 }).effects).toHaveLength(1);
  expect(story().says(at(22), { temp: 60 }).effects).toHaveLength(0);
});

test.each([
  ['between', [10, 20], 15, 25],
  ['outside', [10, 20], 25, 15],
  ['in', ['2', '3'], 2, 4],
  ['ne', 3, 4, 3],
  ['bit', 4, 16, 15],
] as const)('the operator %s', (op, value, fits, not) => {
  const story = new Story([{ level: 'major', condition: { all: [{ prop: 'x', op, value }] } }]);
  expect(story.says(1, { x: not }).effects).toEqual([]);
  expect(story.says(2, { x: fits }).effects).toEqual(['raise major 2']);
});

test('changes compare with the previous value; either side may be a property', () => {
  const rising = new Story([{ level: 'major', condition: { all: [{ prop: 'x', op: 'rising', value: 5 }] } }]);
  expect(rising.says(1, { x: 1 }).says(2, { x: 5 }).says(3, { x: 10 }).effects).toEqual(['raise major 3']);
  const rate = new Story([{ level: 'major', condition: { any: [{ prop: 'x', op: 'rate', value: 60 }] } }]);
  expect(rate.says(1, { x: 1 }).says(2, { x: 1.5 }).says(3, { x: 3 }).effects).toEqual(['raise major 3']);
  const apart = new Story([{ level: 'major', condition: { all: [{ prop: 'x', op: 'gt', value: { prop: 'y' } }] } }]);
  expect(apart.says(1, { x: 1 }).says(2, { y: 2 }).says(3, { x: 3 }).effects).toEqual(['raise major 3']);
});
