import { expect, test } from 'vitest';
import { commandMarks } from './command-lane.rules.ts';

const row = (id: string, at: number, execStatus = 'success') => ({
  ...{ id, at, execStatus, clock: '10:06', title: '复位' },
  state: ['成功', 'Success'] as const,
});

test('commands are marks with their state, and a caption needs room', () => {
  const marks = commandMarks([row('1', 990, 'sent'), row('2', 980, 'failed'), row('3', 300), row('4', -5)], 0, 1000);
  expect(marks.map(({ id, tone, isOpen, isLabelled }) => [id, tone, isOpen, isLabelled])).toEqual([
    ['1', 'blue', true, true],
    ['2', 'red', false, false],
    ['3', 'green', false, true],
  ]);
  expect(marks[2].word).toEqual(['10:06 复位 成功', '10:06 复位, success']);
});
