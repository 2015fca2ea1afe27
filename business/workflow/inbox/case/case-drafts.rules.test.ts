import { expect, test } from 'vitest';
import { caseDraftOf, dropDraft, keepDraft } from './case-drafts.rules.ts';

test('input in a case is stored by its task, part by part, until the decision', () => {
  keepDraft('1', { opinion: '按实际' });
  keepDraft('1', { changes: { endTime: '2026-12-02 17:30:00' } });
  expect(caseDraftOf('1')).toEqual({ opinion: '按实际', changes: { endTime: '2026-12-02 17:30:00' } });
  expect(caseDraftOf('2')).toEqual({ opinion: '', changes: {} });
  dropDraft('1');
  expect(caseDraftOf('1')).toEqual({ opinion: '', changes: {} });
});

test('an emptied draft is removed, and only the last fifty are stored', () => {
  for (let n = 0; n < 60; n++) keepDraft(`t${n}`, { opinion: String(n) });
  expect(caseDraftOf('t9').opinion).toBe('');
  expect(caseDraftOf('t10').opinion).toBe('10');
  keepDraft('t10', { opinion: '' });
  keepDraft('new', { opinion: 'x' });
  expect([caseDraftOf('t10').opinion, caseDraftOf('t11').opinion]).toEqual(['', '11']);
});
