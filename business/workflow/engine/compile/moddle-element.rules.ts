/**
 * An element as bpmn-moddle parses it. The functions below read its properties, which may be absent or of another type.
 */
export interface ModdleElement {
  readonly $type: string;
  readonly id?: string;
  readonly name?: string;
  readonly $attrs?: Readonly<Record<string, string>>;
  readonly $parent?: ModdleElement;
  readonly $children?: readonly ModdleElement[];
  readonly $body?: string;
}

const isElement = (value: unknown): value is ModdleElement =>
  typeof value === 'object' && value !== null && '$type' in value;

const valueOf = (element: ModdleElement, name: string): unknown =>
  (element as unknown as Readonly<Record<string, unknown>>)[name];

/** Return the elements in a list property; empty if it is absent. */
export function childrenOf(element: ModdleElement, name: string): ModdleElement[] {
  const value = valueOf(element, name);
  return Array.isArray(value) ? value.filter((one) => isElement(one)) : [];
}

export function childOf(element: ModdleElement, name: string): ModdleElement | undefined {
  const value = valueOf(element, name);
  return isElement(value) ? value : undefined;
}

export function stringIn(element: ModdleElement, name: string): string {
  const value = valueOf(element, name);
  return typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
}

export function flagIn(element: ModdleElement, name: string, otherwise: boolean): boolean {
  const value = valueOf(element, name);
  return typeof value === 'boolean' ? value : otherwise;
}

/** Return the text of an expression inside an element; empty if there is none. */
export function expressionBody(element: ModdleElement, name: string): string {
  const expression = childOf(element, name);
  return expression ? stringIn(expression, 'body') : '';
}

/** Return the type without its prefix, in lower camel case: `userTask` for `bpmn:UserTask`. */
export function typeName(element: ModdleElement): string {
  const name = element.$type.slice(element.$type.indexOf(':') + 1);
  return name.charAt(0).toLowerCase() + name.slice(1);
}

/**
 * References that bpmn-moddle could not resolve, as written, by element and property: an error code, or the name of a
 * variable.
 */
export type LiteralReferences = ReadonlyMap<ModdleElement, ReadonlyMap<string, string>>;

/** Return the id of the element that a property refers to, or the written text if there is none. */
export const referenceIn = (element: ModdleElement, name: string, literals: LiteralReferences): string =>
  childOf(element, name)?.id ?? literals.get(element)?.get(name) ?? '';
