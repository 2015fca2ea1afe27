import { expect, test } from 'vitest';
import { type CaseAction, actionWords, caseLines } from './case-lines.rules.ts';

const step = (id: string, createTime: string) => ({ id, createTime }) as never;
const action = (id: string, at: string): CaseAction => ({
  id,
  action: 'transfer',
  actorName: '甲',
  people: '乙',
  comment: '',
  at,
});

test('an action precedes the first step that started later', () => {
  const lines = caseLines(
    [step('start', '2026-11-24 09:00:00'), step('one', '2026-11-24 09:00:00'), step('two', '2026-11-24 11:00:00')],
    [action('a', '2026-11-24 10:00:00'), action('b', '2026-11-24 11:00:00'), action('c', '2026-11-24 12:00:00')],
  );
  expect(lines.map((one) => (one.kind === 'step' ? one.step.id : one.action.id))).toEqual([
    'start',
    'one',
    'a',
    'two',
    'b',
    'c',
  ]);
});

test('every action has words in both languages; that of a closed account names the leaver', () => {
  expect(actionWords(action('a', ''))).toEqual(['转办给乙', 'handed it to 乙']);
  expect(actionWords({ action: 'reassign', people: '乙', comment: '甲' })[0]).toBe('甲的账号已停用，任务转给乙');
  expect(actionWords({ action: 'new', people: '', comment: '' })[1]).toBe('changed it');
});
