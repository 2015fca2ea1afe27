import { type StructuredPart, structured } from '#kernel/fields/structured/structured.ts';
import type { Dictionary } from '#kernel/language/dictionary.ts';
import type { Label } from '#kernel/language/label.ts';
import { customerLevel } from '#business/customers/dictionaries.ts';
import { repairType } from '#business/masterdata/dictionaries.ts';

/** Covers by which customers are chosen. */
const COVERS = {
  warranty: ['在保', 'Under warranty'],
  plan: ['有生效方案', 'Has an active contract'],
  none: ['都没有', 'Neither'],
} as const;

/** Conditions of an audience. All that are filled must hold; an empty one says nothing. */
export interface Audience {
  readonly premisesId?: string | null;
  readonly systemType?: string | null;
  readonly customerLevel?: string | null;
  readonly installFrom?: number | string | null;
  readonly installTo?: number | string | null;
  readonly cover?: keyof typeof COVERS | null;
  readonly servedBefore?: string | null;
}

const choicesOf = ({ items }: Dictionary): Readonly<Record<string, Label>> =>
  Object.fromEntries(Object.entries(items).map(([key, [zh, en]]) => [key, [zh, en]]));

const PARTS: readonly StructuredPart[] = [
  { name: 'premisesId', label: ['楼盘', 'Premises'], type: 'ref', paper: 'premises' },
  { name: 'systemType', label: ['系统', 'System'], type: 'choice', choices: choicesOf(repairType) },
  { name: 'customerLevel', label: ['客户等级', 'Level'], type: 'choice', choices: choicesOf(customerLevel) },
  { name: 'installFrom', label: ['安装年份起', 'Installed from year'], type: 'number' },
  { name: 'installTo', label: ['安装年份止', 'Installed until year'], type: 'number' },
  { name: 'cover', label: ['保障', 'Cover'], type: 'choice', choices: COVERS },
  { name: 'servedBefore', label: ['上次服务早于', 'Last served before'], type: 'day' },
];

/** The input and field of an audience. */
export const audienceField = <const O extends { readonly required?: boolean }>(options: O) =>
  structured<Audience, O & { readonly parts: readonly StructuredPart[] }>(['人群条件', 'Audience'], {
    ...options,
    parts: PARTS,
  });

/** Return a year of an audience; null where it is none. */
export const yearOf = (value: unknown): number | null => {
  const year = Number(value);
  return value !== '' && value !== null && Number.isInteger(year) && year > 1900 && year < 2200 ? year : null;
};

/** Has an audience no condition at all? */
export const isEverybody = (audience: Audience): boolean => Object.values(audience).every((value) => !value);
