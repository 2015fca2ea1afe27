/** The values of a statement, numbered as they are added. */
export class Parameters {
  readonly values: unknown[] = [];
  /** Without the mark that only a superuser can set, the search index is reached through functions of the owner. */
  searchIndex = true;
  /** Few rows are looked through one by one: the index of parts would only cost. */
  scanOnly = false;
  /** A removed row is asked for by its id: the indexes of living rows do not hold it. */
  removed = false;
  /** The moment of the question. Unknown: permits with an end count as ended. */
  now: string | null = null;
  add(value: unknown): string {
    this.values.push(value);
    return `$${this.values.length}`;
  }
}

/** A statement, or a part of one, that numbers its values where it is placed. */
export class Fragment {
  readonly #write: (values: Parameters) => string;
  constructor(write: (values: Parameters) => string) {
    this.#write = write;
  }

  /** Return the text, with its values added to those of the statement. */
  into(values: Parameters): string {
    return this.#write(values);
  }

  /** Return the whole statement. */
  build(): { readonly text: string; readonly values: readonly unknown[] } {
    const parameters = new Parameters();
    return { text: this.#write(parameters), values: parameters.values };
  }
}

const place = (value: unknown, values: Parameters): string =>
  value instanceof Fragment ? value.into(values) : values.add(value);

/** A statement whose values become parameters; fragments are placed as they are. */
export const sql = (texts: TemplateStringsArray, ...inserted: readonly unknown[]): Fragment =>
  new Fragment((values) => {
    let text = texts[0];
    for (const [at, value] of inserted.entries()) text += place(value, values) + texts[at + 1];
    return text;
  });

/** A text of the source, such as the name of a table or a constant condition. Never pass input. */
export const raw = (text: string | number): Fragment => new Fragment(() => String(text));

/** A value or a fragment that a statement uses several times, with its values numbered once. */
export function shared(value: unknown): Fragment {
  const texts = new WeakMap<Parameters, string>();
  return new Fragment((values) => {
    const known = texts.get(values) ?? place(value, values);
    texts.set(values, known);
    return known;
  });
}

/** Fragments one after the other. */
export const joinedSql = (parts: readonly Fragment[], between: string): Fragment =>
  new Fragment((values) => parts.map((part) => part.into(values)).join(between));

/** Return the text and the values of a statement, whether it brings its own or not. */
export function textAndValues(
  statement: string | Fragment,
  values: readonly unknown[] | undefined,
): readonly [text: string, values: readonly unknown[] | undefined] {
  if (typeof statement === 'string') return [statement, values];
  const own = statement.build();
  return [own.text, own.values];
}
