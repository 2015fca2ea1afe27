import { expect, test } from 'vitest';
import type { BladeFlow } from '../work/flow-shapes.calls.ts';
import { type InboxLine, alike, byDue, taskDueWords, lineAfter } from './inbox-lines.rules.ts';

const line = (key: string, more: Partial<BladeFlow> = {}): InboxLine => ({
  key,
  flow: {
    taskId: key,
    dueTime: '',
    createTime: '2026-11-26 09:00:00',
    processDefinitionKey: 'leave',
    taskDefinitionKey: 'hr',
    suspended: false,
    ...more,
  } as BladeFlow,
});

test('overdue tasks come first, then by due time, then others by age', () => {
  const lines = [
    line('none-new', { createTime: '2026-11-26 11:00:00' }),
    line('none-old'),
    line('later', { dueTime: '2026-11-27 09:00:00' }),
    line('late', { dueTime: '2026-11-25 09:00:00' }),
  ];
  expect(byDue(lines).map((one) => one.key)).toEqual(['late', 'later', 'none-old', 'none-new']);
});

test('a due time shows its hour today, otherwise its day, or how late it is', () => {
  const hour = 3_600_000;
  expect(taskDueWords('', 0, '2026-11-26')).toBeNull();
  expect(taskDueWords('2026-11-26 16:31:00', -hour, '2026-11-26')).toEqual({
    words: ['限 16:31', 'by 16:31'],
    tone: 'amber',
  });
  expect(taskDueWords('2026-11-28 16:31:00', -50 * hour, '2026-11-26')?.words[0]).toBe('限 11-28');
  expect(taskDueWords('2026-11-26 08:00:00', 3 * hour, '2026-11-26')).toEqual({
    words: ['超 3 时', '3 h late'],
    tone: 'red',
  });
  expect(taskDueWords('2026-11-20 08:00:00', 50 * hour, '2026-11-26')?.words[0]).toBe('超 2 天');
});

test('similar tasks are of one node; a suspended or single one is none', () => {
  const lines = [line('a'), line('b'), line('c', { suspended: true }), line('d', { taskDefinitionKey: 'boss' })];
  expect(alike(lines, lines[0]).map((one) => one.key)).toEqual(['a', 'b']);
  expect(alike(lines, lines[3])).toEqual([]);
  expect(alike(lines, undefined)).toEqual([]);
});

test('after a decision the next line is selected, after the last one the previous', () => {
  const lines = [line('a'), line('b'), line('c')];
  expect(lineAfter(lines, new Set(['a']), 'a')).toBe('b');
  expect(lineAfter(lines, new Set(['c']), 'c')).toBe('b');
  expect(lineAfter(lines, new Set(['a', 'b', 'c']), 'b')).toBeNull();
});
