/** The values of a statement, numbered as they are added. */
export class Parameters {
  readonly values: unknown[] = [];
  /**
   * May a statement use the search index by its operator? Row-level security allows that only if the operator is marked
   * as leakproof, which needs a superuser. Without the mark, functions of the owner read the index.
   */
  searchIndex = true;
  /** True where only few rows are read: a text is compared row by row, without the search index. */
  scanOnly = false;
  /** True where a removed row is read by its id: no condition for living rows is added. */
  removed = false;
  /**
   * Current moment in the tenant's zone. Null where it is unknown: rows of an earlier owner are then hidden even from
   * people with a permit to look back.
   */
  now: string | null = null;
  add(value: unknown): string {
    this.values.push(value);
    return `$${this.values.length}`;
  }
}

/**
 * A statement or a part of one. Its values get their parameter numbers (`$1`, `$2`) when it is placed into a statement.
 */
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

/**
 * Return a fragment for a value or a fragment that a statement uses several times. Its values become parameters only
 * once.
 */
export function shared(value: unknown): Fragment {
  const texts = new WeakMap<Parameters, string>();
  return new Fragment((values) => {
    const known = texts.get(values) ?? place(value, values);
    texts.set(values, known);
    return known;
  });
}

/** Join fragments, with a text between them. */
export const joinedSql = (parts: readonly Fragment[], between: string): Fragment =>
  new Fragment((values) => parts.map((part) => part.into(values)).join(between));

/** Return text and values of a statement: those of a fragment, or a plain text with the passed values. */
export function textAndValues(
  statement: string | Fragment,
  values: readonly unknown[] | undefined,
): readonly [text: string, values: readonly unknown[] | undefined] {
  if (typeof statement === 'string') return [statement, values];
  const own = statement.build();
  return [own.text, own.values];
}
