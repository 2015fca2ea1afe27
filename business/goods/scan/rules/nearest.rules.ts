import type { ScanLine, ScannedThing } from '../scan.calls.ts';

type Named = Pick<ScannedThing, 'itemCode' | 'itemName'>;

const pairsOf = ({ itemCode, itemName }: Named): ReadonlySet<string> =>
  new Set([itemCode, itemName].flatMap((text) => [...text].slice(1).map((letter, at) => `${[...text][at]}${letter}`)));

/** Return how similar two materials are by name and code: the share of pairs of letters that both have. */
function likeness(one: Named, other: Named): number {
  const [a, b] = [pairsOf(one), pairsOf(other)];
  const shared = [...a].filter((pair) => b.has(pair)).length;
  return shared / Math.max(1, a.size + b.size - shared);
}

/** Below this share two materials are not confused. */
const MIN_LIKENESS = 0.2;

/** Return the line whose material is most similar to a scanned one; undefined if none is. */
export function nearestLine(lines: readonly ScanLine[], thing: Named): ScanLine | undefined {
  const [best] = lines
    .map((line) => ({ line, share: likeness(line, thing) }))
    .filter(({ share }) => share >= MIN_LIKENESS)
    .toSorted((a, b) => b.share - a.share);
  return best?.line;
}
