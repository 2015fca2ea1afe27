/** Maximum depth of templates within templates. */
const MAX_DEPTH = 3;

/** Return the source of a pattern for a template string. Its expressions may have objects and further templates. */
function templatePattern(depth: number): string {
  const inner = depth > 0 ? templatePattern(depth - 1) : '`[^`]*`';
  const object = String.raw`\{(?:[^{}\x60]|${inner}|\{[^{}\x60]*\})*\}`;
  return String.raw`\x60(?:[^\x60\\$]|\\[\s\S]|\$(?!\{)|\$\{(?:[^{}\x60]|${inner}|${object})*\})*\x60`;
}

const STRINGS = String.raw`'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"`;
/** Matches a regular expression: a slash at a place where no value precedes it. */
const EXPRESSION = String.raw`(?<=(?:[(,=:[!&|?{;]|=>|\breturn|^)\s*)\/(?![/*])(?:[^/\\\n[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/`;

/**
 * Matches comments, and strings or patterns that may contain comment signs. Consecutive lines of `//` are one comment.
 */
const TOKENS = new RegExp(
  [
    String.raw`(?<block>\/\*[\s\S]*?\*\/)`,
    String.raw`(?<lines>(?:^[ \t]*\/\/[^\n]*(?:\n|$))+)`,
    String.raw`\/\/[^\n]*`,
    EXPRESSION,
    STRINGS,
    templatePattern(MAX_DEPTH),
  ].join('|'),
  'gm',
);

/** Return the comments of a source file, each as one text. Texts and patterns with comment signs are skipped. */
export function commentsIn(source: string): string[] {
  return [...source.matchAll(TOKENS)].flatMap(({ groups }) => {
    if (groups?.block)
      return groups.block
        .slice(2, -2)
        .replaceAll(/^\s*\* ?/gm, '')
        .replaceAll(/^\*/g, '');
    return groups?.lines ? groups.lines.replaceAll(/^[ \t]*\/\/ ?/gm, '') : [];
  });
}

/** Return a source without its comments. A comment behind code on its line remains. */
export const bareSource = (source: string): string =>
  source.replaceAll(TOKENS, (token: string, block?: string, lines?: string) => (block || lines ? '' : token));
