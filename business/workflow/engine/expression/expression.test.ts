import { describe, expect, it } from 'vitest';
import type { VariableValue } from '../state/rows.rules.ts';
import { ExpressionError } from './expression-error.rules.ts';
import { compileTemplate, compileValue } from './template.rules.ts';

const VARIABLES: Readonly<Record<string, VariableValue>> = {
  days: 3.5,
  pass: true,
  amount: '100.10',
  天数: 2,
  name: 'Li Lei',
  people: ['7', '8'],
  form: { user: { id: '9' }, empty: '' },
  execution: { processInstanceId: '42' },
};

const scope = {
  read: (name: string): VariableValue => (Object.hasOwn(VARIABLES, name) ? (VARIABLES[name] ?? null) : null),
  now: () => 1000,
  starterId: 'li',
  functions: {
    days: (from: VariableValue, to: VariableValue) => Number(to) - Number(from),
    hasRole: (userId: string, role: string) => userId === 'li' && role === 'as_cs',
  },
};

const value = (text: string): VariableValue => compileTemplate(text).evaluate(scope);

describe('expressions', () => {
  it.each<[string, VariableValue]>([
    ['${days > 3}', true],
    ['#{days > 3}', true],
    ['${!pass}', false],
    ['${not pass or days ge 3.5}', true],
    ['${天数 + 1}', 3],
    ['${0.1 + 0.2}', 0.3],
    ['${3 / 5}', 0.6],
    ['${7 mod 4}', 3],
    ['${amount * 1.06}', 106.106],
    ['${amount * 3 == 300.3}', true],
    ['${12345678901234567890 + 1}', '12345678901234567891'],
    ['${1 / 0}', null],
    ['${-days}', -3.5],
    ['${2 + 3 * 4 - 1}', 13],
    ['${(2 + 3) * 4}', 20],
    ["${pass ? 'yes' : 'no'}", 'yes'],
    ['${form.user.id == 9}', true],
    ["${form['user'].id}", '9'],
    ['${people[1]}', '8'],
    ['${people.contains(8)}', true],
    ['${people.size()}', 2],
    ["${name.startsWith('Li')}", true],
    ["${name.toLowerCase().endsWith('lei')}", true],
    ["${' a '.trim().equals('a')}", true],
    ['${empty form.empty and not empty people}', true],
    ["${pass == 'true'}", true],
    ['${execution.processInstanceId}', '42'],
    ['${now()}', 1000],
    ['${days(1, 4)}', 3],
    ["${hasRole('as_cs')}", true],
    ['kermit_${天数}_x', 'kermit_2_x'],
    ['plain text', 'plain text'],
    ["${'a}b'}", 'a}b'],
    ["${'it\\'s'}", "it's"],
  ])('%s', (text, expected) => {
    expect(value(text)).toEqual(expected);
  });

  it.each<[string, VariableValue]>([
    ['${unknown}', null],
    ['${unknown.deep.deeper}', null],
    ['${unknown > 3}', false],
    ['${unknown + 3}', null],
    ['${unknown == null}', true],
    ["${'abc' > 3}", false],
    ['${form > 3}', false],
    ['x${unknown}y', 'xy'],
  ])('what is not there is null and harms nothing: %s', (text, expected) => {
    expect(value(text)).toEqual(expected);
  });

  it.each(['${constructor}', '${form.constructor}', '${name.__proto__}', '${form.toString}'])(
    'sees own properties alone: %s',
    (text) => {
      expect(value(text)).toBeNull();
    },
  );

  it.each<[string, string]>([
    ['${name.replace("a")}', 'unknownMethod'],
    ['${eval("1")}', 'unknownFunction'],
    ['${1 +}', 'unexpected'],
    ['${a b}', 'unexpected'],
    ['${a', 'notClosed'],
    ['${a @ b}', 'unknownSign'],
    [`\${${'('.repeat(40)}1${')'.repeat(40)}}`, 'tooDeep'],
    [`\${${'!'.repeat(40)}a}`, 'tooDeep'],
    [`\${${'a?b:'.repeat(40)}c}`, 'tooDeep'],
    [`\${a${'.b'.repeat(40)}}`, 'tooDeep'],
    [`\${'${'a'.repeat(2100)}'}`, 'tooLong'],
  ])('refuses %s', (text, fault) => {
    expect(() => value(text)).toThrow(expect.objectContaining({ fault }) as ExpressionError);
  });

  it('lists its variables, and accepts values without braces', () => {
    expect([...compileTemplate('${a.b > c[d]} of ${e}').names].toSorted()).toEqual(['a', 'c', 'd', 'e']);
    expect(compileValue('days + 1').evaluate(scope)).toBe(4.5);
    expect(compileValue('${days + 1}').evaluate(scope)).toBe(4.5);
  });

  it('grows no text without bound', () => {
    const long = `\${${Array.from({ length: 20 }, () => 'big').join(' + ')}}`;
    const read = (): string => 'x'.repeat(15_000);
    for (const text of [long, '${big}'.repeat(20)])
      expect(() => compileTemplate(text).evaluate({ ...scope, read })).toThrow('tooLarge');
    expect(String(compileTemplate('${big}'.repeat(4)).evaluate({ ...scope, read }))).toHaveLength(60_000);
  });
});
