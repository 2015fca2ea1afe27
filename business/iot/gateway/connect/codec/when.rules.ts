import { FrameFault } from './frame.rules.ts';

/** Values of decoded fields by name. */
export type Names = Readonly<Record<string, unknown>>;

const MAX_LENGTH = 200;

/** Compare as written: a hex text equals the same number. */
function same(value: unknown, word: string): boolean {
  if (value === undefined || value === null) return false;
  if (typeof value === 'number') return value === Number(word);
  return String(value).toUpperCase() === word.toUpperCase();
}

/**
 * Compile a condition over decoded fields: `name in (a, b)`, `name = a` or `name != a`. Throw `FrameFault` for another
 * form.
 */
export function compileWhen(text: string): (names: Names) => boolean {
  const parts = /^\s*([\w$]+)\s*(?:(=|==|!=|<>)\s*['"]?([\w.-]+)['"]?|in\s*\(([^()]*)\))\s*$/i.exec(text);
  if (!parts || text.length > MAX_LENGTH)
    throw new FrameFault([`条件写法不支持:${text}`, `This condition is not supported: ${text}`], 'CONFIG');
  const [, name, sign, one, several] = parts;
  const words = several === undefined ? [one] : several.split(',').map((word) => word.replaceAll(/['"\s]/g, ''));
  const isWanted = sign !== '!=' && sign !== '<>';
  return (names) => words.some((word) => same(names[name], word)) === isWanted;
}
