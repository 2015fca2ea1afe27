import { WATER_KINDS, type WaterKind } from './energies.rules.ts';

/** Numbers on plates and what water they mean; the first that the text holds counts. */
const PLATES: readonly (readonly [part: string, kind: WaterKind])[] = [
  ['45', 'ge_clean'],
  ['65', 'pure'],
  ['75', 'clean'],
];

/** A relation between a text on a plate and a kind of water. */
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

/** The kind of water of a device: what the address names, else the first relation that fits its plate, else the numbers on it, else soft. */
export function waterKindOf(asked: string, modelText: string, relations: readonly KindRelation[] = []): WaterKind {
  if (isKind(asked)) return asked;
  const related = modelText ? relations.find((one) => isKind(one.analysisKind) && fits(one, modelText)) : undefined;
  if (related) return related.analysisKind as WaterKind;
  return PLATES.find(([part]) => modelText.includes(part))?.[1] ?? 'soft';
}
