import type { BusinessObject } from './modeler-parts.rules.ts';

/** Prefixes under which the same attribute may be written; the first that has a value counts. */
const PREFIXES = ['anju', 'flowable', 'activiti', 'camunda'] as const;

interface ExtensionPart {
  readonly $type: string;
  readonly $body?: string;
  readonly body?: string;
}

const partsOf = (element: BusinessObject): readonly ExtensionPart[] =>
  ((element.get('extensionElements') as BusinessObject | undefined)?.get('values') as
    readonly ExtensionPart[] | undefined) ?? [];

const isNamed = ({ $type }: ExtensionPart, name: string): boolean => {
  const [prefix, local = ''] = $type.split(':');
  return PREFIXES.some((one) => one === prefix) && local.toLowerCase() === name.toLowerCase();
};

/**
 * Return the value of an extension by its local name, in any of the known namespaces: an attribute, or the text of an
 * element. Empty: none.
 */
export function saidBy(element: BusinessObject, name: string): string {
  for (const prefix of PREFIXES) {
    const known = prefix === 'anju' ? element.get(`anju:${name}`) : undefined;
    const value = typeof known === 'string' ? known : element.$attrs[`${prefix}:${name}`];
    if (typeof value === 'string' && value !== '') return value;
  }
  const part = partsOf(element).find((one) => isNamed(one, name));
  return (part?.body ?? part?.$body ?? '').trim();
}

/**
 * Return the properties to set for a value, in the product's namespace. They remove the same attribute in other
 * namespaces, and the attributes of `instead`. `create` makes the container of the extensions that remain.
 */
export function saying(
  element: BusinessObject,
  name: string,
  value: string,
  {
    instead = [],
    create,
  }: { readonly instead?: readonly string[]; readonly create: (values: readonly unknown[]) => unknown },
): Record<string, unknown> {
  const names = [name, ...instead];
  const gone = PREFIXES.slice(1).flatMap((prefix) =>
    names
      .filter((one) => element.$attrs[`${prefix}:${one}`] !== undefined)
      .map((one) => [`${prefix}:${one}`, undefined]),
  );
  const parts = partsOf(element);
  const left = parts.filter((part) => !names.some((one) => isNamed(part, one)));
  return {
    ...Object.fromEntries(gone),
    ...Object.fromEntries(instead.map((one) => [`anju:${one}`, undefined])),
    ...(left.length < parts.length && { extensionElements: left.length ? create(left) : undefined }),
    [`anju:${name}`]: value === '' ? undefined : value,
  };
}

/** Return the value of an extension parsed as JSON, or `otherwise` if it is missing or invalid. */
export function jsonSaidBy<T>(element: BusinessObject, name: string, otherwise: T): T {
  const text = saidBy(element, name);
  if (text === '') return otherwise;
  try {
    return JSON.parse(text) as T;
  } catch {
    return otherwise;
  }
}
