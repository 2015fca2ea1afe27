import { ExpressionError } from './expression-error.rules.ts';
import type { ExpressionScope } from './methods.rules.ts';
import { type Evaluate, LONGEST_EXPRESSION, parseExpression } from './parse-expression.rules.ts';
import { joinTexts, valueText } from './values.rules.ts';

/**
 * A compiled text with `${…}`. If the whole text is one expression, the value keeps its type; otherwise the result is
 * text.
 */
export interface Template {
  readonly evaluate: Evaluate;
  /** Variables that the text reads. */
  readonly names: ReadonlySet<string>;
  /** Whether the text has no expression and is therefore constant. */
  readonly isPlain: boolean;
}

const cache = new Map<string, Template>();
const CACHED = 5000;

/** Compile a text with `${…}` or `#{…}`; throws `ExpressionError`. Results are cached. */
export function compileTemplate(text: string): Template {
  const cached = cache.get(text);
  if (cached) return cached;
  const template = templateOf(text);
  if (cache.size >= CACHED) cache.clear();
  cache.set(text, template);
  return template;
}

function templateOf(text: string): Template {
  if (text.length > LONGEST_EXPRESSION) throw new ExpressionError('tooLong', LONGEST_EXPRESSION);
  const parts = partsOf(text);
  const names = new Set(parts.flatMap((part) => (typeof part === 'string' ? [] : [...part.names])));
  const [only] = parts;
  if (parts.length === 1 && only !== undefined && typeof only !== 'string')
    return { evaluate: only.evaluate, names, isPlain: false };
  const isPlain = parts.every((part) => typeof part === 'string');
  if (isPlain) return { evaluate: () => text.trim(), names, isPlain };
  return { evaluate: (scope) => joinTexts(textsOf(parts, scope)), names, isPlain };
}

/** Yield the texts of the parts one by one, so that a result that is too long is noticed early. */
function* textsOf(parts: readonly Part[], scope: ExpressionScope): Iterable<string> {
  for (const part of parts) yield typeof part === 'string' ? part : valueText(part.evaluate(scope));
}

type Part = string | ReturnType<typeof parseExpression>;

function partsOf(source: string): Part[] {
  const text = source.trim();
  const parts: Part[] = [];
  let from = 0;
  for (let at = startOf(text, 0); at >= 0; at = startOf(text, from)) {
    if (at > from) parts.push(text.slice(from, at));
    const end = endOf(text, at + 2);
    parts.push(parseExpression(text.slice(at + 2, end)));
    from = end + 1;
  }
  if (from < text.length) parts.push(text.slice(from));
  return parts;
}

function startOf(text: string, from: number): number {
  const found = [text.indexOf('${', from), text.indexOf('#{', from)].filter((at) => at >= 0);
  return found.length === 0 ? -1 : Math.min(...found);
}

/** Return the index of the brace that closes an expression. Braces in quoted texts do not count. */
function endOf(text: string, from: number): number {
  let quote = '';
  for (let at = from; at < text.length; at += 1) {
    const letter = text[at] ?? '';
    if (quote) {
      if (letter === '\\') at += 1;
      else if (letter === quote) quote = '';
    } else if (letter === "'" || letter === '"') quote = letter;
    else if (letter === '}') return at;
  }
  throw new ExpressionError('notClosed', from);
}

/** Compile a condition or a value of a script, with or without `${…}` around it. */
export const compileValue = (text: string): Template =>
  /[$#]\{/.test(text) ? compileTemplate(text) : compileTemplate(`\${${text}}`);
