import { WATER_KINDS, type WaterKind } from './energies.rules.ts';

/** Kind of water by a number in the model text of a device; the first entry that occurs decides. */
const PLATES: readonly (readonly [part: string, kind: WaterKind])[] = [
  ['45', 'ge_clean'],
  ['65', 'pure'],
  ['75', 'clean'],
];

/** An entry of the company's table that assigns a kind of water to a model text. */
export interface KindRelation {
  readonly modelText: string;
  readonly matchType: string;
  readonly analysisKind: string | null;
}

const isKind = (text: string | null | undefined): text is WaterKind => WATER_KINDS.includes(text as WaterKind);

function fits({ modelText, matchType }: KindRelation, text: string): boolean {
  if (matchType === 'exact') return text === modelText;
  if (matchType === 'prefix') return text.startsWith(modelText);
  return matchType === 'contains' && text.includes(modelText);
}

/**
 * Return the kind of water. A valid requested kind decides, then the first relation that fits the model text. Otherwise
 * numbers in that text decide; the default is `soft`.
 */
export function waterKindOf(wanted: string, modelText: string, relations: readonly KindRelation[] = []): WaterKind {
  if (isKind(wanted)) return wanted;
  const related = modelText ? relations.find((one) => isKind(one.analysisKind) && fits(one, modelText)) : undefined;
  if (related) return related.analysisKind as WaterKind;
  return PLATES.find(([part]) => modelText.includes(part))?.[1] ?? 'soft';
}
