// Finds regular expressions that are not linear: on a text of a million characters they would block the only thread for
// minutes.
import { RegExpParser } from '@eslint-community/regexpp';
import { getConsumedChars, isPotentiallyEmpty } from 'regexp-ast-analysis';
import { analyse } from 'scslre';

const parser = new RegExpParser();
const judged = new Map();

const flagsOf = (flags) => ({
  global: flags.includes('g'),
  ignoreCase: flags.includes('i'),
  multiline: flags.includes('m'),
  dotAll: flags.includes('s'),
  sticky: flags.includes('y'),
  unicode: flags.includes('u'),
  hasIndices: flags.includes('d'),
  unicodeSets: flags.includes('v'),
});

const isOpenEnded = (element) => element.type === 'Quantifier' && element.max === Infinity;

/**
 * Yield the sequences of elements through a pattern, one for each choice of the alternatives in groups. A quantified
 * group counts as one element.
 */
function* waysThrough(elements) {
  const at = elements.findIndex((one) => one.type === 'Group' || one.type === 'CapturingGroup');
  if (at < 0) {
    yield elements;
    return;
  }
  for (const alternative of elements[at].alternatives)
    yield* waysThrough([...elements.slice(0, at), ...alternative.elements, ...elements.slice(at + 1)]);
}

const anchored = (element, flags) => element?.type === 'Assertion' && element.kind === 'start' && !flags.multiline;

/**
 * Return an unbounded quantifier that makes the expression quadratic; undefined if there is none. The beginning of the
 * expression can match again within the quantifier, and something required follows. For example `<img[^>]*>` begins at
 * every `<img`, and each time runs to the end of the text.
 */
function runsAgain(elements, flags) {
  if (anchored(elements[0], flags)) return undefined;
  for (const [at, open] of elements.entries()) {
    if (!isOpenEnded(open)) continue;
    const rest = elements.slice(at + 1);
    const inside = getConsumedChars(open, flags).chars;
    const fails = rest.some(
      (one) => (one.type === 'Assertion' && !(one.kind === 'end' && inside.isAll)) || !isPotentiallyEmpty(one, flags),
    );
    const before = elements
      .slice(0, at)
      .filter((one) => one.type !== 'Assertion' && !(one.type === 'Quantifier' && one.min === 0));
    if (fails && before.every((one) => !getConsumedChars(one, flags).chars.isDisjointWith(inside))) return open.raw;
  }
  return undefined;
}

/** Return the part that makes an expression not linear; undefined if it is linear. `letters` are its flags. */
export function whyNotLinear(source, letters) {
  const key = `/${source}/${letters}`;
  if (!judged.has(key)) judged.set(key, judge(source, letters));
  return judged.get(key);
}

function judge(source, letters) {
  const flags = flagsOf(letters);
  const [report] = analyse(
    { source, flags: letters },
    { reportTypes: { Move: !flags.sticky, Self: true, Trade: true }, assumeRejectingSuffix: false },
  ).reports;
  if (report)
    return report.type === 'Move' ? report.quant.raw : (report.quant ?? report.startQuant ?? report.parentQuant).raw;
  if (flags.sticky) return undefined;
  const pattern = parser.parsePattern(source, 0, source.length, {
    unicode: flags.unicode,
    unicodeSets: flags.unicodeSets,
  });
  for (const { elements } of pattern.alternatives)
    for (const way of waysThrough(elements)) {
      const found = runsAgain(way, flags);
      if (found) return found;
    }
  return undefined;
}
