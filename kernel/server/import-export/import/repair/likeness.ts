/** Texts longer than this are compared by their beginning. */
const LONGEST = 60;

const pairs = (text: string): string[] =>
  text.length < 2 ? [text] : Array.from({ length: text.length - 1 }, (_, at) => text.slice(at, at + 2));

/** Return the number of characters to change to make one text of the other. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++)
      next[j] = Math.min(next[j - 1] + 1, row[j] + 1, row[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1));
    row = next;
  }
  return row[b.length];
}

/**
 * Return the similarity of two texts, from 0 to 1: by shared pairs of characters, or by the few characters that differ.
 */
export function likeness(one: string, other: string): number {
  const a = one.trim().toLowerCase().slice(0, LONGEST);
  const b = other.trim().toLowerCase().slice(0, LONGEST);
  if (!a || !b) return 0;
  if (a === b) return 1;
  const left = pairs(b);
  let shared = 0;
  for (const pair of pairs(a)) {
    const at = left.indexOf(pair);
    if (at < 0) continue;
    left.splice(at, 1);
    shared += 1;
  }
  const byPairs = (2 * shared) / (pairs(a).length + pairs(b).length);
  const byEdits = 1 - distance(a, b) / Math.max(a.length, b.length);
  return Math.max(byPairs, byEdits);
}
