import { anyText, either, list, optional, record } from '#kernel/language/calls/shape.ts';
import type { Label } from '#kernel/language/label.ts';
import type { KeyOf } from '#kernel/language/dictionary.ts';
import type { targetType } from '../dictionaries.ts';

export type TargetKind = KeyOf<typeof targetType>;

/** The checked target of a task. */
export type TargetQuery =
  | { readonly kind: 'device' | 'household'; readonly ids: readonly string[] }
  | { readonly kind: 'tag'; readonly tag: string }
  | { readonly kind: 'area'; readonly code: string }
  | { readonly kind: 'model' }
  | { readonly kind: 'excel'; readonly keys: readonly string[]; readonly macs: readonly string[] };

const texts = optional(either(list(anyText), anyText));

/** The target of a task as it is sent: one of these keys, by its kind. */
export const targetShape = record({
  ids: texts,
  tag: optional(anyText),
  code: optional(anyText),
  keys: texts,
});

const MAX = 20_000;

const problem = (zh: string, en: string): { readonly problem: Label } => ({ problem: [zh, en] });
const isText = (value: unknown, most: number): value is string =>
  typeof value === 'string' && value.trim() !== '' && value.length <= most;

/** Return the different texts of a list, or of a text that joins them by commas; null: malformed. */
function textsIn(value: unknown): string[] | null {
  const list: unknown = typeof value === 'string' ? value.split(/[,，\s]+/).filter(Boolean) : value;
  if (!Array.isArray(list) || list.length === 0 || list.length > MAX) return null;
  const texts = list.map((one) => String(one).trim());
  return texts.every((one) => isText(one, 64)) ? [...new Set(texts)] : null;
}

/** Write a MAC as it is stored: without separators, in capital letters. */
const asMac = (key: string): string => key.replaceAll(/[:.-]/g, '').toUpperCase();

const isPlain = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function named(kind: 'device' | 'household', ids: unknown): TargetQuery | { readonly problem: Label } {
  const list = textsIn(ids);
  return list?.every((one) => /^\d{1,18}$/.test(one))
    ? { kind, ids: list }
    : problem('请给出 ids', `Name the ids: 1 to ${MAX}`);
}

/** Check the target of a task. */
export function targetQuery(kind: TargetKind, query: unknown): TargetQuery | { readonly problem: Label } {
  if (!isPlain(query)) return problem('目标应是对象', 'The target is an object');
  switch (kind) {
    case 'device':
    case 'household':
      return named(kind, query.ids);
    case 'tag':
      return isText(query.tag, 64) ? { kind, tag: query.tag.trim() } : problem('请给出 tag', 'Name the tag');
    case 'area': {
      const code = String(query.code ?? '');
      return /^\d{2,12}$/.test(code) ? { kind, code } : problem('请给出行政区划', 'Name the code of the region');
    }
    case 'excel': {
      const keys = textsIn(query.keys);
      return keys ? { kind, keys, macs: keys.map(asMac) } : problem('请给出 keys', `Name the keys: 1 to ${MAX}`);
    }
    default:
      return { kind: 'model' };
  }
}
