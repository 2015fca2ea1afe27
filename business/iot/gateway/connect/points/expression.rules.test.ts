import { describe, expect, it } from 'vitest';
import { FormulaFault, compileExpression } from './expression.rules.ts';

const valueOf = (text: string, names: Record<string, unknown> = {}): unknown => compileExpression(text)(names);

describe('expressions', () => {
  it('calculate with the usual order of operations', () => {
    expect(valueOf('2 + 3 * 4 - 6 / 2')).toBe(11);
    expect(valueOf('-(x - 400) / 10', { x: 650 })).toBe(-25);
    expect(valueOf('round(x * 0.1, 1)', { x: 215 })).toBe(21.5);
    expect(valueOf('max(1, min(x, 9), abs(-3))', { x: 7 })).toBe(7);
  });

  it('read hex numbers, bits and flags', () => {
    expect(valueOf('bit(status, 3)', { status: 0x0a })).toBe(1);
    expect(valueOf('status = 0x1F', { status: 31 })).toBe(true);
    expect(valueOf('on + 1', { on: true })).toBe(2);
  });

  it('compare numbers and texts and find a value in a list', () => {
    expect(valueOf("kind = 'A1' and not (code in (1, 2, 3))", { kind: 'A1', code: 4 })).toBe(true);
    expect(valueOf("if(mode in ('heat', 'auto'), 1, 0)", { mode: 'heat' })).toBe(1);
    expect(valueOf('a < 1 or a >= 5', { a: 5 })).toBe(true);
    expect(valueOf("a = '5'", { a: 5 })).toBe(false);
  });

  it('read sibling points by a name with dots, flat or nested', () => {
    expect(valueOf('p.flow * 2', { 'p.flow': 4 })).toBe(8);
    expect(valueOf('p.flow * 2', { p: { flow: 4 } })).toBe(8);
  });

  it('give null for a missing operand, for text in a sum and for a division by zero', () => {
    expect(valueOf('x + 1')).toBeNull();
    expect(valueOf("'a' + 1")).toBeNull();
    expect(valueOf('1 / 0')).toBeNull();
    expect(valueOf('x > 1')).toBe(false);
  });

  it('reach no property that is not an own value', () => {
    expect(valueOf('constructor', {})).toBeNull();
    expect(valueOf('p.__proto__.toString', { p: {} })).toBeNull();
    expect(() => compileExpression('constructor(1)')).toThrow(FormulaFault);
  });

  it.each(['', '1 +', '(1', '1 2', 'x ; y', 'not', 'bit(1)', 'in (1)', 'a in 1', '`x`', "'open"])(
    'refuse %j with words in both languages',
    (text) => {
      try {
        compileExpression(text);
        expect.unreachable();
      } catch (error) {
        expect(error).toBeInstanceOf(FormulaFault);
        expect((error as FormulaFault).words).toHaveLength(2);
      }
    },
  );

  it('refuse more than 200 characters and more than 50 nodes', () => {
    expect(valueOf(Array.from({ length: 25 }, () => '1').join('+'))).toBe(25);
    expect(() => compileExpression(Array.from({ length: 26 }, () => '1').join('+'))).toThrow(/50/);
    expect(() => compileExpression(`${' '.repeat(200)}1`)).toThrow(/200/);
  });
});
