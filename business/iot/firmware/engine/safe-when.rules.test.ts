import { describe, expect, it } from 'vitest';
import { conditionProblem, unmetCondition } from './safe-when.rules.ts';

const frost = [
  { property: 'compressor', op: 'eq', value: 'false' },
  { property: 'outdoorTemp', op: 'gt', value: -5 },
] as const;

describe('conditions before a device is notified', () => {
  it('hold for live values that meet all of them', () => {
    expect(unmetCondition(frost, { compressor: false, outdoorTemp: 3.5 })).toBeNull();
    expect(unmetCondition(frost, { compressor: 0, outdoorTemp: '-4' })).toBeNull();
    expect(unmetCondition(null, {})).toBeNull();
  });

  it('name the first unmet one; a missing value meets nothing', () => {
    expect(unmetCondition(frost, { compressor: true, outdoorTemp: 3 })).toEqual([
      '等待条件：compressor 等于 false',
      'Waits until compressor equals false',
    ]);
    expect(unmetCondition(frost, { compressor: false, outdoorTemp: -5 })?.[1]).toContain('outdoorTemp is above -5');
    expect(unmetCondition(frost, { outdoorTemp: 3 })?.[1]).toContain('compressor');
    expect(unmetCondition([{ property: 'mode', op: 'ne', value: 'heat' }], { mode: 'heat' })).not.toBeNull();
    expect(unmetCondition([{ property: 'mode', op: 'ne', value: 'heat' }], { mode: 'idle' })).toBeNull();
    expect(unmetCondition([{ property: 'mode', op: 'gt', value: 1 }], { mode: 'heat' })).not.toBeNull();
  });

  it('malformed ones are refused', () => {
    expect(conditionProblem(frost)).toBeNull();
    expect(conditionProblem([{ property: 'a.b', op: 'eq', value: 1 }])).not.toBeNull();
    expect(conditionProblem([{ property: 'a', op: 'like' as 'eq', value: 1 }])).not.toBeNull();
    expect(conditionProblem([{ property: 'a', op: 'gt', value: 'x' }])).not.toBeNull();
  });
});
