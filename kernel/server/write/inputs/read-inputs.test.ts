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

const inputs = {
  scopes: refs('dataScope', ['范围', 'Scopes'], { canEmpty: true, max: 3 }),
  email: text(['邮箱', 'Email'], { canEmpty: true }),
  name: text(['名称', 'Name']),
  sessions: ids(['会话', 'Sessions']),
  password: exactText(['密码', 'Password'], { most: 10 }),
  ext: asSent('unsavedForm', ['平台信息', 'Platform data']),
};
const nothing = { scopes: null, email: null, name: null, sessions: null, password: null, ext: null };

test('没有送与送空是两回事 a missing input changes nothing, and an empty one empties the field', () => {
  expect(readInputs(inputs, {})).toEqual(nothing);
  expect(readInputs(inputs, { scopes: [], email: '', name: '', sessions: [] })).toEqual({
    ...nothing,
    scopes: [],
    email: '',
  });
  expect(readInputs(inputs, { scopes: 'undefined', email: 'null' })).toEqual(nothing);
});

test('编号成串或成组都读 ids come as a list or joined by commas, up to the maximum', () => {
  expect(readInputs(inputs, { scopes: '1,2,', sessions: ['3', 4] })).toMatchObject({
    scopes: ['1', '2'],
    sessions: ['3', '4'],
  });
  for (const scopes of ['1,2,3,4', 'x', [{}]]) expect(() => readInputs(inputs, { scopes })).toThrow(Refusal);
});

test('密码一个字符也不动，拒绝时不复述 a password is read unchanged, and no refusal repeats it', () => {
  expect(readInputs(inputs, { password: ' a b ' }).password).toBe(' a b ');
  expect(readInputs(inputs, { password: 123456 }).password).toBe('123456');
  for (const password of ['hunter2-hunter2', ['hunter2'], { hunter2: 1 }])
    try {
      readInputs(inputs, { password });
      expect.unreachable();
    } catch (error) {
      expect(error).toBeInstanceOf(Refusal);
      expect(JSON.stringify(error)).not.toContain('hunter2');
    }
});

test('原样送来的不读 an unread input arrives as it was sent', () => {
  for (const ext of ['{"a":1}', { a: 1 }, [1], 7]) expect(readInputs(inputs, { ext }).ext).toEqual(ext);
});

test('只说要有一条，也是一条 a row without fields is a row, and a missing one is none', () => {
  const inputs = { newHome: draft(home) };
  for (const one of [true, 'true', {}]) expect(readInputs(inputs, { newHome: one })).toEqual({ newHome: {} });
  for (const one of [undefined, null, '']) expect(readInputs(inputs, { newHome: one })).toEqual({ newHome: null });
  expect(() => readInputs(inputs, { newHome: 'yes' })).toThrow(Refusal);
});
