import type { Label } from '#kernel/language/label.ts';
import type { SchemaAttribute, Specs, Words } from '../model-schema.rules.ts';

const words = (of: Words | undefined, at: 0 | 1): string => (at === 1 ? of?.en || of?.zh : of?.zh) ?? '';

const listed = (items: Readonly<Record<string, Words>>, at: 0 | 1): string => {
  const all = Object.entries(items).map(([key, one]) => words(one, at) || key);
  return all.length > 4 ? `${all.slice(0, 3).join(' / ')} … ${all.length}` : all.join(' / ');
};

const bound = (value: number | undefined): string => (value === undefined ? '' : value.toLocaleString('en-US'));

/** Return the range of a number as text: both bounds or the one there is, and the precision. */
function boundsIn({ min, max, precision }: Specs, at: 0 | 1): string {
  const range = [bound(min), bound(max)].filter((one) => one !== '');
  if (!range.length) return '';
  const sign = min === undefined ? '≤ ' : max === undefined ? '≥ ' : '';
  const fine = precision ? `, ${at ? 'to' : '精度'} ${1 / 10 ** precision}` : '';
  return `${sign}${range.join(' – ')}${fine}`;
}

/** Return the allowed values of a property as one line of text. */
function rangeIn(dataType: string, specs: Specs, at: 0 | 1): string {
  const choices = specs.items ?? specs.bits;
  if (choices) return listed(choices, at);
  if (dataType === 'bool') return [words(specs.trueText, at), words(specs.falseText, at)].filter(Boolean).join(' / ');
  if (specs.maxLength) return at ? `≤ ${specs.maxLength} characters` : `≤ ${specs.maxLength} 字`;
  if (specs.fields) return specs.fields.map((part) => (at ? part.nameEn || part.name : part.name)).join(', ');
  if (specs.item) return `${specs.item.dataType}[${specs.size ?? ''}]`;
  return boundsIn(specs, at);
}

/** Return the allowed values of a property in both languages; for an event or service its parameters. */
export function rangeWords(one: Pick<SchemaAttribute, 'attrType' | 'dataType' | 'specs' | 'params'>): Label {
  if (one.attrType !== 'property') {
    const names = (one.params ?? []).map((part) => part.identifier).join(', ');
    return [names || '无参数', names || 'No parameters'];
  }
  return [rangeIn(one.dataType ?? '', one.specs ?? {}, 0), rangeIn(one.dataType ?? '', one.specs ?? {}, 1)];
}

/** The uses of a property, each with a letter for the table. */
export const uses: readonly {
  readonly field: 'screen' | 'chart' | 'alarmable' | 'setting';
  readonly letter: Label;
  readonly label: Label;
}[] = [
  { field: 'screen', letter: ['屏', 'W'], label: ['大屏', 'Wall display'] },
  { field: 'chart', letter: ['线', 'C'], label: ['曲线', 'Curve'] },
  { field: 'alarmable', letter: ['警', 'A'], label: ['可告警', 'May alarm'] },
  { field: 'setting', letter: ['设', 'S'], label: ['设置项', 'Setting'] },
];

/** The kinds of attributes, as groups of the table. */
export const groups: readonly { readonly attrType: string; readonly label: Label; readonly add: Label }[] = [
  { attrType: 'property', label: ['属性', 'Properties'], add: ['属性', 'Property'] },
  { attrType: 'event', label: ['事件', 'Events'], add: ['事件', 'Event'] },
  { attrType: 'service', label: ['服务', 'Services'], add: ['服务', 'Service'] },
];

/** Parse specs typed as JSON; null: invalid. */
export function readSpecs(text: string): Specs | null {
  if (!text.trim()) return {};
  try {
    const read: unknown = JSON.parse(text);
    return typeof read === 'object' && read !== null && !Array.isArray(read) ? (read as Specs) : null;
  } catch {
    return null;
  }
}
