type Schema = Readonly<Record<string, unknown>>;

/** The parts of a schema that describe keys and items, with those of the schemas it combines. */
interface Described {
  readonly keys: Map<string, Schema[]>;
  readonly others: Schema[];
  readonly items: Schema[];
  /** Does one of the combined schemas allow any JSON? */ isOpen: boolean;
}

const schemasIn = (schema: Schema, name: string): readonly Schema[] => (schema[name] ?? []) as readonly Schema[];

function addTo(described: Described, schema: Schema, components: Readonly<Record<string, Schema>>): void {
  if (typeof schema.$ref === 'string') {
    addTo(described, components[schema.$ref.split('/').at(-1)!] ?? {}, components);
    return;
  }
  for (const one of ['allOf', 'anyOf', 'oneOf'].flatMap((name) => schemasIn(schema, name)))
    addTo(described, one, components);
  for (const [name, of] of Object.entries((schema.properties ?? {}) as Record<string, Schema>))
    described.keys.set(name, [...(described.keys.get(name) ?? []), of]);
  const { additionalProperties: others, items } = schema;
  if (typeof others === 'object' && others !== null) described.others.push(others as Schema);
  if (items !== undefined) described.items.push(items as Schema);
  if (isOpen(schema)) described.isOpen = true;
}

/** Does a schema allow any keys: one without any condition, or an object without a list of its keys? */
function isOpen(schema: Schema): boolean {
  const { type, properties, additionalProperties: others } = schema;
  const isAny = ['type', 'allOf', 'anyOf', 'oneOf', 'const', 'enum', '$ref'].every(
    (name) => schema[name] === undefined,
  );
  const isAnyObject = [type].flat().includes('object') && properties === undefined && others === undefined;
  return isAny || isAnyObject || others === true;
}

/** Return the places of keys that an answer has and its schema does not declare, such as `data.records.0.checklist`. */
export function undeclaredKeys(
  schemas: readonly Schema[],
  value: unknown,
  components: Readonly<Record<string, Schema>>,
  at = '',
): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const described: Described = { keys: new Map(), others: [], items: [], isOpen: false };
  for (const schema of schemas) addTo(described, schema, components);
  if (described.isOpen) return [];
  if (Array.isArray(value))
    return described.items.length === 0
      ? []
      : value.flatMap((one, index) => undeclaredKeys(described.items, one, components, `${at}.${index}`));
  return Object.entries(value).flatMap(([name, one]) => {
    const of = [...(described.keys.get(name) ?? []), ...described.others];
    if (of.length === 0) return one === undefined ? [] : [`${at}.${name}`];
    return undeclaredKeys(of, one, components, `${at}.${name}`);
  });
}
