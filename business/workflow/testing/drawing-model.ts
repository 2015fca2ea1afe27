// @ts-expect-error -- The package has types for elements alone, none for its reader.
import { BpmnModdle } from 'bpmn-moddle';
import { anjuModdle } from '../engine/model/anju-moddle.rules.ts';

interface Reader {
  fromXML(xml: string): Promise<{ readonly rootElement: object }>;
}

type Element = Readonly<Record<string, unknown>> & { readonly $type: string; readonly $attrs?: object };

const isElement = (value: unknown): value is Element => typeof value === 'object' && value !== null && '$type' in value;

/** What names of places and prefixes say is no part of a model: files may declare them where they like. */
const isDeclaration = (name: string): boolean => /^xmlns|schemaLocation$/.test(name);

/** An element by everything that it holds; what it refers to stands there by its id. */
function plain(value: unknown, parent: unknown, name: string): unknown {
  if (Array.isArray(value)) return value.map((one) => plain(one, parent, name));
  if (!isElement(value)) return value;
  const owner = (value as { $parent?: unknown }).$parent;
  if (owner !== parent) return { ref: value.id };
  const own = Object.entries(value).filter(([key]) => !key.startsWith('$') || key === '$body');
  const attributes = Object.entries(value.$attrs ?? {}).filter(([key]) => !isDeclaration(key));
  return {
    $type: value.$type,
    ...Object.fromEntries(own.map(([key, inner]) => [key, plain(inner, value, key)])),
    ...Object.fromEntries(attributes),
  };
}

/** A drawing as plain data, equal where two files say the same. */
export async function modelOf(xml: string): Promise<unknown> {
  const reader = new BpmnModdle({ anju: anjuModdle }) as Reader;
  const { rootElement } = await reader.fromXML(xml);
  return plain(rootElement, (rootElement as { $parent?: unknown }).$parent, '');
}
