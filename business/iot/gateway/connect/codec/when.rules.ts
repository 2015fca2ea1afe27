import { FormulaFault, compileExpression } from '../points/expression.rules.ts';
import { FrameFault } from './frame.rules.ts';

/** Values of decoded fields by name. */
export type Names = Readonly<Record<string, unknown>>;

const MAX_LENGTH = 200;

function expressionOf(text: string): (names: Names) => boolean {
  try {
    const value = compileExpression(text);
    return (names) => Boolean(value(names));
  } catch (error) {
    if (error instanceof FormulaFault) throw new FrameFault(error.words, 'CONFIG');
    throw error;
  }
}

/** Compare as written: a hex text equals the same number. */
function same(value: unknown, word: string): boolean {
  if (value === undefined || value === null) return false;
  if (typeof value === 'number') return value === Number(word);
  return String(value).toUpperCase() === word.toUpperCase();
}

/**
 * Compile a condition over decoded fields: `name in (01, 1F)`, `name = a`, or an expression. In the short forms words
 * without quotes are text, so that hex needs none. Throw `FrameFault` for what is neither.
 */
export function compileWhen(text: string): (names: Names) => boolean {
  const parts = /^\s*([\w$]+)\s*(?:(=|==|!=|<>)\s*['"]?([\w.-]+)['"]?|in\s*\(([^()]*)\))\s*$/i.exec(text);
  if (!parts || text.length > MAX_LENGTH) return expressionOf(text);
  const [, name, sign, one, several] = parts;
  const words = several === undefined ? [one] : several.split(',').map((word) => word.replaceAll(/['"\s]/g, ''));
  const isWanted = sign !== '!=' && sign !== '<>';
  return (names) => words.some((word) => same(names[name], word)) === isWanted;
}
