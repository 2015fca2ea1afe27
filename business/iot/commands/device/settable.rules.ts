import type { Label } from '#kernel/language/label.ts';
import type { AttributeParameter, SchemaAttribute, Specs } from '../../models/model-schema.rules.ts';

/** One value to type for a command. */
export interface CommandInput {
  readonly name: string;
  readonly label: Label;
  readonly unit: string;
  readonly dataType: string;
  readonly specs: Specs;
  readonly required: boolean;
}

/** Something that a person may send to a device: a property to set, or a service to call. */
export interface Sendable {
  readonly key: string;
  readonly kind: 'set' | 'service';
  readonly label: Label;
  readonly isHigh: boolean;
  readonly inputs: readonly CommandInput[];
}

type Named = Pick<SchemaAttribute, 'identifier' | 'name' | 'nameEn'>;
const labelOf = ({ identifier, name, nameEn }: Named): Label => [name || identifier, nameEn || name || identifier];

const inputOf = (one: AttributeParameter, unit = ''): CommandInput => ({
  name: one.identifier,
  label: labelOf(one),
  unit,
  dataType: one.dataType,
  specs: one.specs ?? {},
  required: one.required === true,
});

/** Return what may be sent to a device by the attributes of its model: properties first, then services. */
export function sendablesOf(attributes: readonly SchemaAttribute[]): Sendable[] {
  const settable = attributes.filter(
    ({ attrType, accessMode }) => attrType === 'property' && (accessMode === 'rw' || accessMode === 'w'),
  );
  const services = attributes.filter(({ attrType }) => attrType === 'service');
  return [
    ...settable.map((one): Sendable => {
      const { identifier, name, nameEn, dataType, specs, unit } = one;
      const input = inputOf(
        { identifier, name, nameEn, dataType: dataType ?? 'int', specs: specs ?? {}, required: true },
        unit && unit !== '-' ? unit : '',
      );
      return {
        key: `set ${identifier}`,
        kind: 'set',
        label: labelOf(one),
        isHigh: one.risk === 'high',
        inputs: [input],
      };
    }),
    ...services.map((one): Sendable => ({
      key: `service ${one.identifier}`,
      kind: 'service',
      label: labelOf(one),
      isHigh: one.risk === 'high',
      inputs: (one.params ?? []).filter(({ direction }) => direction !== 'out').map((param) => inputOf(param)),
    })),
  ];
}

/** Largest number of elements of an array that get an input each. */
const MAX_PARTS = 24;

/** Return the inputs of the parts of an array or a structure; null: it has one input. */
export function partInputs({ dataType, specs, required }: CommandInput): CommandInput[] | null {
  if (dataType === 'struct' && specs.fields) return specs.fields.map((field) => inputOf(field));
  const { item, size = 0 } = specs;
  if (dataType !== 'array' || !item || size < 1 || size > MAX_PARTS) return null;
  return Array.from({ length: size }, (_, at) => ({
    name: String(at),
    label: [`第 ${at + 1} 个`, `No. ${at + 1}`],
    unit: '',
    dataType: item.dataType,
    specs: item.specs ?? {},
    required,
  }));
}

/** Return the choices of an input, as keys and labels; null: it has none. */
export function choicesOfInput({ dataType, specs }: CommandInput): (readonly [string, Label])[] | null {
  const label = ({ zh, en }: { zh: string; en?: string }): Label => [zh, en ?? zh];
  if (dataType === 'bool')
    return [
      ['true', label(specs.trueText ?? { zh: '开', en: 'On' })],
      ['false', label(specs.falseText ?? { zh: '关', en: 'Off' })],
    ];
  return specs.items ? Object.entries(specs.items).map(([key, words]) => [key, label(words)] as const) : null;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** Return the texts of the parts of a typed array or structure, by name. */
export function typedParts(typed: string): Readonly<Record<string, string>> {
  const parts = parsed(typed);
  if (typeof parts !== 'object' || parts === null) return {};
  return Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, typedOf(part)]));
}

/** Return the text of an array or a structure after one of its parts was typed. */
export function withPart(of: CommandInput, typed: string, name: string, value: string): string {
  const parts = { ...typedParts(typed), [name]: value };
  if (of.dataType === 'struct') return JSON.stringify(parts);
  return JSON.stringify((partInputs(of) ?? []).map((part) => parts[part.name] ?? ''));
}

/** Return a value as it is typed: texts as they are, all others as JSON. */
export const typedOf = (value: unknown): string =>
  value === undefined || value === null ? '' : typeof value === 'string' ? value : JSON.stringify(value);

const NUMBERS = ['int', 'long', 'float', 'double', 'bitmap'];

/** Return the elements of an array: parts, JSON, or texts between commas. */
function elementsOf(text: string): readonly string[] {
  const list = parsed(text);
  return Array.isArray(list) ? list.map(typedOf) : text.split(/[\s,，]+/).filter(Boolean);
}

function arrayValue({ specs, required }: CommandInput, text: string): unknown {
  const { item } = specs;
  if (!item) return parsed(text);
  const values = elementsOf(text).map((one) => commandValue(itemInput(item, required), one));
  return values.length === 0 || values.includes(undefined) ? undefined : values;
}

const itemInput = (item: NonNullable<Specs['item']>, required: boolean): CommandInput => ({
  ...{ name: '', label: ['', ''], unit: '', required },
  ...{ dataType: item.dataType, specs: item.specs ?? {} },
});

function structValue(of: CommandInput, text: string): unknown {
  const fields = partInputs(of);
  if (!fields) return parsed(text);
  const parts = typedParts(text);
  const values = fields.map((field) => [field, commandValue(field, parts[field.name] ?? '')] as const);
  if (values.some(([{ required }, value]) => required && value === undefined)) return undefined;
  return Object.fromEntries(values.flatMap(([{ name }, value]) => (value === undefined ? [] : [[name, value]])));
}

/** How the text of each type becomes a value; other types are JSON. */
const READERS: Readonly<Record<string, (of: CommandInput, text: string) => unknown>> = {
  text: (_of, text) => text,
  date: (_of, text) => text,
  array: arrayValue,
  struct: structValue,
  ...Object.fromEntries(
    NUMBERS.map((type) => [
      type,
      (_of: CommandInput, text: string) => (Number.isFinite(Number(text)) ? Number(text) : undefined),
    ]),
  ),
};

/** Return the value that was typed for an input; undefined: it is empty or no value of its type. */
export function commandValue(of: CommandInput, typed: string): unknown {
  const { dataType, specs } = of;
  const text = typed.trim();
  if (text === '') return undefined;
  if (dataType === 'bool') return text === 'true' || text === '1';
  if (specs.items) return /^-?\d+$/.test(text) && dataType !== 'text' ? Number(text) : text;
  return (READERS[dataType] ?? ((_of, other) => parsed(other)))(of, text);
}

/** Return the parts of an array or a structure in words; null: the value has none. */
function partWords(of: CommandInput, value: unknown): Label | null {
  if (typeof value !== 'object' || value === null) return null;
  const parts = value as Readonly<Record<string, unknown>>;
  if (Array.isArray(value)) return [value.map(typedOf).join('、'), value.map(typedOf).join(', ')];
  const shown = (of.specs.fields ?? []).filter(({ identifier }) => parts[identifier] !== undefined);
  if (shown.length === 0) return null;
  const named = (at: 0 | 1): string[] =>
    shown.map((field) => {
      const input = inputOf(field);
      return `${input.label[at]} ${settingWords(input, parts[input.name])[at]}`;
    });
  return [named(0).join('、'), named(1).join(', ')];
}

const numberWords = (value: number, precision: number | undefined): string =>
  precision === undefined ? String(Math.round(value * 1000) / 1000) : value.toFixed(precision);

/** Return a value in words: choices by their labels, numbers with their decimals, each part of a structure. */
export function settingWords(of: CommandInput, value: unknown): Label {
  if (value === undefined || value === null) return ['', ''];
  const key = of.dataType === 'bool' ? String(value === true || value === 1) : String(value);
  const choice = choicesOfInput(of)?.find(([one]) => one === key);
  if (choice) return choice[1];
  const text = typeof value === 'number' ? numberWords(value, of.specs.precision) : typedOf(value);
  return partWords(of, value) ?? [text, text];
}

/** Return the parts of the call for what was typed; null: a required value is missing. */
export function sentParts(of: Sendable, typed: Readonly<Record<string, string>>): Record<string, unknown> | null {
  const values = of.inputs.map((input) => [input, commandValue(input, typed[input.name] ?? '')] as const);
  const isMissing = values.some(
    ([input, value]) => value === undefined && (input.required || (typed[input.name] ?? '').trim() !== ''),
  );
  if (isMissing) return null;
  const filled = Object.fromEntries(
    values.flatMap(([{ name }, value]) => (value === undefined ? [] : [[name, value]])),
  );
  if (of.kind === 'set') return { set: filled };
  return { service: of.key.slice('service '.length), params: filled };
}

/** Return the permitted values of an input in words. */
export function permittedWords({ specs, unit }: CommandInput): string {
  const { min, max, step } = specs;
  if (min === undefined && max === undefined) return unit;
  return [`${min ?? '…'} – ${max ?? '…'} ${unit}`.trim(), step === undefined ? '' : `± ${step}`]
    .filter(Boolean)
    .join(', ');
}
