type Schema = Readonly<Record<string, unknown>>;

const schemasIn = (schema: Schema, name: string): readonly Schema[] => (schema[name] ?? []) as readonly Schema[];

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** Does a schema allow any keys: one without any condition, or an object without a list of its keys? */
function isOpen(schema: Schema): boolean {
  const { type, properties, additionalProperties: others } = schema;
  const isAny = ['type', 'allOf', 'anyOf', 'oneOf', 'const', 'enum', '$ref'].every(
    (name) => schema[name] === undefined,
  );
  const isAnyObject = [type].flat().includes('object') && properties === undefined && others === undefined;
  return isAny || isAnyObject || others === true;
}

/** Names of the parts that are no keys; no key of an answer contains a space. */
const OTHERS = 'other keys';
const ITEMS = 'items of an array';

/** The keys and items that some combined schemas declare. Each part is made when a value reaches it first. */
class DeclaredKeys {
  readonly #of = new Map<string, Schema[]>();
  readonly #known = new Map<string, DeclaredKeys>();
  readonly #others: Schema[] = [];
  readonly #items: Schema[] = [];
  readonly #tree: KeyTree;
  #isOpen = false;

  constructor(tree: KeyTree, schemas: readonly Schema[]) {
    this.#tree = tree;
    for (const schema of schemas) this.#add(schema);
  }

  #add(schema: Schema): void {
    if (typeof schema.$ref === 'string') return this.#add(this.#tree.component(schema.$ref));
    for (const one of ['allOf', 'anyOf', 'oneOf'].flatMap((name) => schemasIn(schema, name))) this.#add(one);
    for (const [name, of] of Object.entries((schema.properties ?? {}) as Record<string, Schema>)) {
      const all = this.#of.get(name);
      if (all) all.push(of);
      else this.#of.set(name, [of]);
    }
    const { additionalProperties: others, items } = schema;
    if (typeof others === 'object' && others !== null) this.#others.push(others as Schema);
    if (items !== undefined) this.#items.push(items as Schema);
    if (isOpen(schema)) this.#isOpen = true;
  }

  /** Return what is declared below a key; undefined if the key is not declared. */
  #below(name: string): DeclaredKeys | undefined {
    const known = this.#known.get(name);
    if (known) return known;
    const of = this.#of.get(name);
    if (!of) return this.#others.length === 0 ? undefined : this.#partOf(OTHERS, this.#others);
    return this.#partOf(name, [...of, ...this.#others]);
  }

  /** Return a part by its name, made when it is needed first. */
  #partOf(name: string, schemas: readonly Schema[]): DeclaredKeys {
    let part = this.#known.get(name);
    if (!part) this.#known.set(name, (part = this.#tree.of(schemas)));
    return part;
  }

  /** Return the places of keys that a value has and its schema does not declare, such as `data.records.n.checklist`. */
  undeclared(value: unknown): ReadonlySet<string> {
    const places = new Set<string>();
    if (isObject(value)) this.#look(value, [], places);
    return places;
  }

  /** Add the place of each undeclared key to `found`. `at`: the keys above, where an item of an array is `n`. */
  #look(value: object, at: string[], found: Set<string>): void {
    if (this.#isOpen) return;
    if (Array.isArray(value)) {
      if (this.#items.length === 0) return;
      const items = this.#partOf(ITEMS, this.#items);
      at.push('n');
      for (const one of value as unknown[]) if (isObject(one)) items.#look(one, at, found);
      at.pop();
      return;
    }
    for (const name in value) {
      const one = (value as Record<string, unknown>)[name];
      const below = this.#below(name);
      if (!below) found.add([...at, name].join('.'));
      else if (isObject(one)) {
        at.push(name);
        below.#look(one, at, found);
        at.pop();
      }
    }
  }
}

/** The declared keys of the schemas of one document. Components are described once for all calls that answer them. */
export class KeyTree {
  readonly #components: Readonly<Record<string, Schema>>;
  readonly #known = new Map<string, DeclaredKeys>();

  constructor(components: Readonly<Record<string, Schema>>) {
    this.#components = components;
  }

  component(reference: string): Schema {
    return this.#components[reference.split('/').at(-1)!] ?? {};
  }

  /** Return what some combined schemas declare. */
  of(schemas: readonly Schema[]): DeclaredKeys {
    const [{ $ref }] = schemas;
    if (schemas.length > 1 || typeof $ref !== 'string') return new DeclaredKeys(this, schemas);
    let known = this.#known.get($ref);
    if (!known) this.#known.set($ref, (known = new DeclaredKeys(this, schemas)));
    return known;
  }
}
