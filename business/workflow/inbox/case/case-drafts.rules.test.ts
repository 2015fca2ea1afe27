import { expect, test } from 'vitest';
import { caseDraftOf, dropDraft, keepDraft } from './case-drafts.rules.ts';

test('what is typed into a case is kept by its task, part by part, until it is decided', () => {
  keepDraft('1', { opinion: '按实际' });
  keepDraft('1', { changes: { endTime: '2026-12-02 17:30:00' } });
  expect(caseDraftOf('1')).toEqual({ opinion: '按实际', changes: { endTime: '2026-12-02 17:30:00' } });
  expect(caseDraftOf('2')).toEqual({ opinion: '', changes: {} });
  dropDraft('1');
  expect(caseDraftOf('1')).toEqual({ opinion: '', changes: {} });
});

test('what was emptied again is no draft, and only the last fifty are kept', () => {
  for (let n = 0; n < 60; n++) keepDraft(`t${n}`, { opinion: String(n) });
  expect(caseDraftOf('t9').opinion).toBe('');
  expect(caseDraftOf('t10').opinion).toBe('10');
  keepDraft('t10', { opinion: '' });
  keepDraft('new', { opinion: 'x' });
  expect([caseDraftOf('t10').opinion, caseDraftOf('t11').opinion]).toEqual(['', '11']);
});
