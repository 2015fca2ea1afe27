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

/** Return the value that was typed for an input; undefined: it is empty or no value of its type. */
export function commandValue({ dataType, specs }: CommandInput, typed: string): unknown {
  const text = typed.trim();
  if (text === '') return undefined;
  if (dataType === 'bool') return text === 'true';
  if (specs.items) return /^-?\d+$/.test(text) && dataType !== 'text' ? Number(text) : text;
  if (dataType === 'text' || dataType === 'date') return text;
  if (['int', 'long', 'float', 'double'].includes(dataType))
    return Number.isFinite(Number(text)) ? Number(text) : undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
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
