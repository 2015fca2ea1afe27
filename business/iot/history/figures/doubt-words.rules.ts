import type { Label } from '#kernel/language/label.ts';
import { DOUBT } from './growth.rules.ts';

const WORDS: readonly (readonly [doubt: number, words: Label])[] = [
  [DOUBT.refused, ['有读数与累计值矛盾，暂未计入', 'Readings that contradict the counter are left out']],
  [DOUBT.exchanged, ['换过表或从零开始', 'Meter exchanged or counter reset']],
];

/** Return in words why a figure is marked as doubtful; null: it is not. */
export function doubtWords(doubt: number): Label | null {
  const [first, second] = WORDS.filter(([bit]) => doubt & bit).map(([, words]) => words);
  if (!first || !second) return first ?? null;
  return [`${first[0]}；${second[0]}`, `${first[1]}; ${second[1]}`];
}
