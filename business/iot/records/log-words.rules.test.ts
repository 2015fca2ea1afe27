import { expect, test } from 'vitest';
import { textIn } from '#kernel/language/label.ts';
import { helloWords, loginWords, takenOverWords, trespassWords } from './log-words.rules.ts';

const both = (text: string): string[] => [textIn(text, 'zh'), textIn(text, 'en')];

test('log entries of a device have words in both languages', () => {
  expect(both(helloWords('power', '192.168.1.23', '2.3.1'))).toEqual([
    '上电 · 192.168.1.23 · 固件 2.3.1',
    'Powered on · 192.168.1.23 · firmware 2.3.1',
  ]);
  expect(both(helloWords('brownout', null, null))).toEqual(['启动（brownout）', 'Started (brownout)']);
  expect(both(helloWords(null, null, null))).toEqual(['启动', 'Started']);
  expect(both(loginWords('password', '10.0.0.7'))).toEqual(['密码不对 · 10.0.0.7', 'Wrong password · 10.0.0.7']);
  expect(both(takenOverWords('10.0.0.7', '10.0.0.8'))[0]).toContain('10.0.0.7 → 10.0.0.8');
  expect(both(trespassWords('a/b', '10.0.0.7'))[1]).toBe('Not its topic · a/b · 10.0.0.7');
});
