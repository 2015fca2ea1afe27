import { expect, test } from 'vitest';
import { nodeMarksOf } from './highlight.rules.ts';

const step = (historyActivityId: string, historyActivityType: string, endTime = '', state = '') => ({
  historyActivityId,
  historyActivityType,
  endTime,
  state,
});

test('a later entry of a node replaces the earlier one; a future node has no mark', () => {
  const marks = nodeMarksOf([
    step('start', 'startEvent', '2026-11-26 09:00:00'),
    step('f1', 'sequenceFlow', '2026-11-26 09:00:00'),
    step('sign', 'userTask', '2026-11-26 09:10:00'),
    step('sign', 'userTask'),
    step('late', 'userTask', '2026-11-26 09:20:00', 'cancelled'),
    step('next', 'candidate'),
  ]);
  expect(Object.fromEntries(marks)).toEqual({
    start: 'nodeSuccess',
    f1: 'lineWarn',
    sign: 'nodePrimary',
    late: 'nodeInfo',
  });
});
