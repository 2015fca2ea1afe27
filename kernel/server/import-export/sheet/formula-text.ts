/** Characters that spreadsheets skip before a formula: blanks, and invisible ones. */
const UNSEEN = /^[\s\p{Cf}\p{Cc}\p{Zs}\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u3164\uffa0]+/u;
const CONTROL_FIRST = /^[\t\r]/;
const SIGNS = new Set(['=', '+', '-', '@']);

/** Would a spreadsheet calculate this text? Full-width and small forms count as the plain characters (NFKC). */
export function looksLikeFormula(text: string): boolean {
  if (CONTROL_FIRST.test(text)) return true;
  const [first = ''] = text.replace(UNSEEN, '');
  return SIGNS.has(first.normalize('NFKC'));
}
