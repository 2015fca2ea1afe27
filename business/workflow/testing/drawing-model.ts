// @ts-expect-error -- The package has types for elements alone, none for its reader.
import { BpmnModdle } from 'bpmn-moddle';
import { anjuModdle } from '../engine/model/anju-moddle.rules.ts';

interface Reader {
  fromXML(xml: string): Promise<{ readonly rootElement: object }>;
}

type Element = Readonly<Record<string, unknown>> & {
  readonly $type: string;
  readonly $attrs?: object;
  readonly $descriptor?: { readonly properties?: readonly { readonly name: string; readonly default?: unknown }[] };
};

const isElement = (value: unknown): value is Element => typeof value === 'object' && value !== null && '$type' in value;

/** Return whether an attribute only declares a namespace or schema, which has no meaning for the model. */
const isDeclaration = (name: string): boolean => /^xmlns|schemaLocation$|^xsi:type$/.test(name);

const idOf = (value: unknown): string => String((value as { id?: unknown }).id ?? '');

/** Return an element as plain data with its content. Elements that it only refers to are replaced by their ids. */
function plain(value: unknown, parent: unknown, name: string): unknown {
  if (Array.isArray(value)) {
    const all = value.map((one) => plain(one, parent, name));
    // The modeler writes shapes in another order, so they are compared in the order of their ids.
    return name === 'planeElement' ? all.toSorted((one, other) => idOf(one).localeCompare(idOf(other))) : all;
  }
  if (!isElement(value)) return value;
  const owner = (value as { $parent?: unknown }).$parent;
  if (owner !== parent) return { ref: value.id };
  const defaults = new Map(value.$descriptor?.properties?.map((one) => [one.name.replace(/^\w+:/, ''), one.default]));
  // An attribute with its default value equals a missing one.
  const own = Object.entries(value).filter(
    ([key, inner]) =>
      (!key.startsWith('$') || key === '$body') && !(defaults.get(key) !== undefined && defaults.get(key) === inner),
  );
  const attributes = Object.entries(value.$attrs ?? {}).filter(([key]) => !isDeclaration(key));
  return {
    $type: value.$type,
    ...Object.fromEntries(own.map(([key, inner]) => [key, plain(inner, value, key)])),
    ...Object.fromEntries(attributes),
  };
}

/** Return a drawing as plain data, which is equal for files of equal meaning. `meaning` leaves out the diagrams. */
export async function modelOf(xml: string, part: 'whole' | 'meaning' = 'whole'): Promise<unknown> {
  const reader = new BpmnModdle({ anju: anjuModdle }) as Reader;
  const { rootElement } = await reader.fromXML(xml);
  const whole = plain(rootElement, (rootElement as { $parent?: unknown }).$parent, '') as Record<string, unknown>;
  return part === 'whole' ? whole : { ...whole, diagrams: [] };
}
