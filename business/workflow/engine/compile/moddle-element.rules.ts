/** An element as bpmn-moddle reads it; what a file may lack is asked for by the readers below. */
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

/** The elements of a property; none where it is absent. */
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

/** Body of an expression inside an element; empty where there is none. */
export function expressionBody(element: ModdleElement, name: string): string {
  const expression = childOf(element, name);
  return expression ? stringIn(expression, 'body') : '';
}

/** `userTask` for `bpmn:UserTask`. */
export function typeName(element: ModdleElement): string {
  const name = element.$type.slice(element.$type.indexOf(':') + 1);
  return name.charAt(0).toLowerCase() + name.slice(1);
}

/** References that lead nowhere, as they were written: an error code without its element, a variable named as a collection. */
export type LiteralReferences = ReadonlyMap<ModdleElement, ReadonlyMap<string, string>>;

/** Id of the element that a property refers to, or what stands there where there is none. */
export const referenceIn = (element: ModdleElement, name: string, literals: LiteralReferences): string =>
  childOf(element, name)?.id ?? literals.get(element)?.get(name) ?? '';
