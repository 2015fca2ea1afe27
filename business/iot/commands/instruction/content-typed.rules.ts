import type { CommandContent } from '../content/command-content.rules.ts';
import { type CommandInput, type Sendable, commandValue, typedOf } from '../device/settable.rules.ts';

type Kind = 'property_set' | 'service' | 'read' | 'raw';
type Typed = Readonly<Record<string, string>>;

/** Return a content that was typed or read, without parts of other kinds. */
export function contentFrom(value: unknown): CommandContent {
  if (typeof value !== 'string') return (value ?? {}) as CommandContent;
  try {
    return JSON.parse(value) as CommandContent;
  } catch {
    return {};
  }
}

/** Return the inputs of a content: those of the chosen properties, or of the service. */
export function inputsOfContent(
  kind: Kind,
  { set, service }: CommandContent,
  all: readonly Sendable[],
): readonly CommandInput[] {
  if (kind === 'service') return all.find(({ key }) => key === `service ${service ?? ''}`)?.inputs ?? [];
  if (kind !== 'property_set') return [];
  return all
    .filter(({ inputs, key }) => key.startsWith('set ') && inputs[0].name in (set ?? {}))
    .map((one) => one.inputs[0]);
}

/** Return the texts of the values of a content, as its inputs show them. */
export const textsOfContent = ({ set, params }: CommandContent): Typed =>
  Object.fromEntries(Object.entries(set ?? params ?? {}).map(([name, value]) => [name, typedOf(value)]));

/** Return the value of a text. A text of another type stays a text, which the server refuses in words. */
const valueOrText = (input: CommandInput, text: string): unknown => commandValue(input, text) ?? text;

/** Return a content after one of its values was typed. */
export function withValue(kind: Kind, content: CommandContent, input: CommandInput, text: string): CommandContent {
  const value = valueOrText(input, text);
  if (kind === 'property_set') return { set: { ...content.set, [input.name]: value } };
  const params = Object.entries({ ...content.params, [input.name]: value }).filter(([, one]) => one !== '');
  return { service: content.service, params: Object.fromEntries(params) };
}

/** Return a content with a property more or less: to set, or to read. */
export function withProperty(kind: Kind, content: CommandContent, name: string): CommandContent {
  if (kind === 'read') {
    const keys = content.keys ?? [];
    return { keys: keys.includes(name) ? keys.filter((one) => one !== name) : [...keys, name] };
  }
  const { [name]: present, ...others } = content.set ?? {};
  return { set: present === undefined ? { ...others, [name]: '' } : others };
}

/** Return the names of the values of a content that tasks may change. */
export const changeableNames = ({ set, params }: CommandContent): string[] => Object.keys(set ?? params ?? {});
