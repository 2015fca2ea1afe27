import { expect, test } from 'vitest';
import type { CompiledProcess } from '../../engine/model/compiled-process.rules.ts';
import { assignedWords, takenWay } from './why-task.rules.ts';

const flow = (condition?: string): CompiledProcess => ({
  format: 1,
  key: 'k',
  name: 'k',
  nodes: {},
  flows: { f: { id: 'f', name: '', source: 'a', target: 'b', ...(condition && { condition }) } },
});

test('the reason of a task names its role, or the direct assignment', () => {
  expect(assignedWords([{ type: 'role', values: ['as_manager'] }], () => '经理')[0]).toBe('你在“经理”之列');
  expect(assignedWords([{ type: 'user', values: ['${taskUser}'] }], () => '')[0]).toBe('单据指定由你办理');
  expect(assignedWords([], () => '')[1]).toBe('Nobody else was found for it');
});

test('the condition of the taken path has the values that it read', () => {
  expect(takenWay(flow('${days > 3 && pass}'), 'f', { days: 4, other: 1 })).toEqual({
    condition: 'days > 3 && pass',
    values: [{ name: 'days', value: '4' }],
  });
  expect(takenWay(flow(), 'f', {})).toBeUndefined();
});
