import { expect, test } from 'vitest';
import { ids, refs } from '#kernel/fields/refs/refs.ts';
import { text } from '#kernel/fields/text/text.ts';
import { asSent, draft, exactText } from '#kernel/language/calls/call.ts';
import { paper } from '#kernel/language/paper.ts';
import { Refusal } from '#kernel/language/refusal.ts';
import { readInputs } from './read-inputs.ts';

const home = paper('home', {
  title: ['住宅', 'Home'],
  table: 'home',
  path: 'home',
  rights: { read: [] },
  caption: 'name',
  fields: { name: text(['名称', 'Name']) },
});

const asked = {
  scopes: refs('dataScope', ['范围', 'Scopes'], { canEmpty: true, max: 3 }),
  email: text(['邮箱', 'Email'], { canEmpty: true }),
  name: text(['名称', 'Name']),
  sessions: ids(['会话', 'Sessions']),
  password: exactText(['密码', 'Password'], { most: 10 }),
  ext: asSent(['平台信息', 'Platform data']),
};
const nothing = { scopes: null, email: null, name: null, sessions: null, password: null, ext: null };

test('没有送与送空是两回事 what was not sent stays, and what was sent empty empties', () => {
  expect(readInputs(asked, {})).toEqual(nothing);
  expect(readInputs(asked, { scopes: [], email: '', name: '', sessions: [] })).toEqual({
    ...nothing,
    scopes: [],
    email: '',
  });
  expect(readInputs(asked, { scopes: 'undefined', email: 'null' })).toEqual(nothing);
});

test('编号成串或成组都读 ids come as a list or joined by commas, as many as are allowed', () => {
  expect(readInputs(asked, { scopes: '1,2,', sessions: ['3', 4] })).toMatchObject({
    scopes: ['1', '2'],
    sessions: ['3', '4'],
  });
  for (const scopes of ['1,2,3,4', 'x', [{}]]) expect(() => readInputs(asked, { scopes })).toThrow(Refusal);
});

test('密码一个字符也不动，拒绝时不复述 a password is taken sign by sign, and no refusal repeats it', () => {
  expect(readInputs(asked, { password: ' a b ' }).password).toBe(' a b ');
  expect(readInputs(asked, { password: 123456 }).password).toBe('123456');
  for (const password of ['hunter2-hunter2', ['hunter2'], { hunter2: 1 }])
    try {
      readInputs(asked, { password });
      expect.unreachable();
    } catch (error) {
      expect(error).toBeInstanceOf(Refusal);
      expect(JSON.stringify(error)).not.toContain('hunter2');
    }
});

test('原样送来的不读 what is read by its work comes as it was sent', () => {
  for (const ext of ['{"a":1}', { a: 1 }, [1], 7]) expect(readInputs(asked, { ext }).ext).toEqual(ext);
});

test('只说要有一条，也是一条 a row of which nothing is said is a row, and none is none', () => {
  const inputs = { newHome: draft(home) };
  for (const said of [true, 'true', {}]) expect(readInputs(inputs, { newHome: said })).toEqual({ newHome: {} });
  for (const said of [undefined, null, '']) expect(readInputs(inputs, { newHome: said })).toEqual({ newHome: null });
  expect(() => readInputs(inputs, { newHome: 'yes' })).toThrow(Refusal);
});
