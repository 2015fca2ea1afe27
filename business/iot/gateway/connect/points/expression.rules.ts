import type { Label } from '#kernel/language/label.ts';

/** Value of an expression; null if an operand is missing or a calculation has no result. */
export type ExpressionValue = number | boolean | string | null;
type Names = Readonly<Record<string, unknown>>;
type Node = (names: Names) => ExpressionValue;

/** An expression that cannot be read. `words` name the place in both languages. */
export class FormulaFault extends Error {
  readonly words: Label;
  constructor(words: Label) {
    super(words[1]);
    this.words = words;
  }
}

const MAX_CHARACTERS = 200;
const MAX_NODES = 50;

const tokenPattern =
  /\s*(?:(0[xX][0-9a-fA-F]+|\d+(?:\.\d+)?)|('[^']*'|"[^"]*")|([\p{L}_][\p{L}\p{N}_]*(?:\.[\p{L}\p{N}_]+)*)|(<=|>=|==|!=|<>|[-+*/()<>=,]))/uy;

interface Token {
  readonly kind: 'number' | 'quoted' | 'name' | 'sign';
  readonly text: string;
  readonly at: number;
}

function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  const end = text.trimEnd().length;
  tokenPattern.lastIndex = 0;
  while (tokenPattern.lastIndex < end) {
    const from = tokenPattern.lastIndex;
    const found = tokenPattern.exec(text);
    if (!found)
      throw new FormulaFault([
        `表达式第 ${from + 1} 个字符无法识别`,
        `Character ${from + 1} of the expression has no meaning`,
      ]);
    const kind = (['number', 'quoted', 'name', 'sign'] as const).find((_kind, index) => found[index + 1] !== undefined);
    const word = found.slice(1).find((one) => one !== undefined) ?? '';
    tokens.push({ kind: kind ?? 'sign', text: word, at: tokenPattern.lastIndex - word.length + 1 });
  }
  return tokens;
}

const numberOf = (value: ExpressionValue): number | null =>
  typeof value === 'boolean' ? Number(value) : typeof value === 'number' ? value : null;
const finite = (value: number): number | null => (Number.isFinite(value) ? value : null);
const isTrue = (value: ExpressionValue): boolean => value !== null && value !== false && value !== 0 && value !== '';

function namedValue(names: Names, path: string): ExpressionValue {
  const value = Object.hasOwn(names, path)
    ? names[path]
    : path
        .split('.')
        .reduce<unknown>(
          (found, name) =>
            typeof found === 'object' && found !== null && Object.hasOwn(found, name)
              ? (found as Record<string, unknown>)[name]
              : undefined,
          names,
        );
  return typeof value === 'number' || typeof value === 'boolean' || typeof value === 'string' ? value : null;
}

/** Order of two values: numbers and flags by size, texts by code units; null if they cannot be compared. */
function orderOf(one: ExpressionValue, other: ExpressionValue): number | null {
  if (typeof one === 'string' && typeof other === 'string') return one < other ? -1 : Number(one > other);
  const [a, b] = [numberOf(one), numberOf(other)];
  return a === null || b === null ? null : Math.sign(a - b);
}

const comparisons: Readonly<Record<string, (order: number) => boolean>> = {
  '=': (order) => order === 0,
  '==': (order) => order === 0,
  '!=': (order) => order !== 0,
  '<>': (order) => order !== 0,
  '<': (order) => order < 0,
  '<=': (order) => order <= 0,
  '>': (order) => order > 0,
  '>=': (order) => order >= 0,
};

const operations: Readonly<Record<string, (one: number, other: number) => number>> = {
  '+': (one, other) => one + other,
  '-': (one, other) => one - other,
  '*': (one, other) => one * other,
  '/': (one, other) => one / other,
};

const calculated =
  (apply: (...numbers: number[]) => number): ((values: readonly ExpressionValue[]) => ExpressionValue) =>
  (values) => {
    const numbers = values.map(numberOf);
    return numbers.includes(null) ? null : finite(apply(...(numbers as number[])));
  };

const rounded = (value: number, digits = 0): number => {
  const factor = 10 ** Math.min(Math.max(Math.trunc(digits), 0), 9);
  return Math.round(Number((value * factor).toPrecision(15))) / factor;
};

interface Callable {
  readonly least: number;
  readonly most: number;
  readonly apply: (values: readonly ExpressionValue[]) => ExpressionValue;
}

const functions: Readonly<Record<string, Callable>> = {
  bit: { least: 2, most: 2, apply: calculated((value, place) => Math.floor(value / 2 ** place) % 2) },
  min: { least: 1, most: MAX_NODES, apply: calculated(Math.min) },
  max: { least: 1, most: MAX_NODES, apply: calculated(Math.max) },
  abs: { least: 1, most: 1, apply: calculated(Math.abs) },
  round: { least: 1, most: 2, apply: calculated(rounded) },
  if: { least: 3, most: 3, apply: ([condition, yes, no]) => (isTrue(condition) ? yes : no) },
};

const constants: Readonly<Record<string, ExpressionValue>> = { true: true, false: false, null: null };
const reserved = new Set(['and', 'or', 'not', 'in']);

/** Reads the tokens of one expression by recursive descent; each token is visited once. */
class Parser {
  readonly #tokens: readonly Token[];
  #at = 0;
  #nodes = 0;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  whole(): Node {
    const node = this.#either();
    if (this.#at < this.#tokens.length) throw this.#unexpected();
    return node;
  }

  #unexpected(): FormulaFault {
    const token = this.#tokens[this.#at];
    return token
      ? new FormulaFault([
          `表达式第 ${token.at} 个字符处不应出现“${token.text}”`,
          `“${token.text}” is wrong at character ${token.at} of the expression`,
        ])
      : new FormulaFault(['表达式不完整', 'The expression is not complete']);
  }

  #made(node: Node): Node {
    this.#nodes += 1;
    if (this.#nodes > MAX_NODES)
      throw new FormulaFault([
        `表达式最多 ${MAX_NODES} 个运算和值`,
        `An expression has at most ${MAX_NODES} operations and values`,
      ]);
    return node;
  }

  #takes(text: string): boolean {
    const token = this.#tokens[this.#at];
    if (!token || token.kind === 'quoted' || token.text !== text) return false;
    this.#at += 1;
    return true;
  }

  #expect(text: string): void {
    if (!this.#takes(text)) throw this.#unexpected();
  }

  #either(): Node {
    let left = this.#both();
    while (this.#takes('or')) {
      const [one, other] = [left, this.#both()];
      left = this.#made((names) => isTrue(one(names)) || isTrue(other(names)));
    }
    return left;
  }

  #both(): Node {
    let left = this.#negation();
    while (this.#takes('and')) {
      const [one, other] = [left, this.#negation()];
      left = this.#made((names) => isTrue(one(names)) && isTrue(other(names)));
    }
    return left;
  }

  #negation(): Node {
    if (!this.#takes('not')) return this.#comparison();
    const inner = this.#negation();
    return this.#made((names) => !isTrue(inner(names)));
  }

  #comparison(): Node {
    const left = this.#sum();
    if (this.#takes('in')) {
      this.#expect('(');
      const choices = this.#list();
      return this.#made((names) => {
        const value = left(names);
        return choices.some((one) => orderOf(value, one(names)) === 0);
      });
    }
    const compare = this.#oneOf(comparisons);
    if (!compare) return left;
    const right = this.#sum();
    return this.#made((names) => {
      const order = orderOf(left(names), right(names));
      return order !== null && compare(order);
    });
  }

  #oneOf<T>(table: Readonly<Record<string, T>>, only: readonly string[] = Object.keys(table)): T | null {
    const sign = only.find((text) => this.#takes(text));
    return sign === undefined ? null : table[sign];
  }

  #chain(next: () => Node, signs: readonly string[]): Node {
    let left = next();
    for (;;) {
      const operation = this.#oneOf(operations, signs);
      if (!operation) return left;
      const [one, other] = [left, next()];
      const apply = calculated(operation);
      left = this.#made((names) => apply([one(names), other(names)]));
    }
  }

  #sum(): Node {
    return this.#chain(() => this.#product(), ['+', '-']);
  }

  #product(): Node {
    return this.#chain(() => this.#signed(), ['*', '/']);
  }

  #signed(): Node {
    if (!this.#takes('-')) return this.#primary();
    const inner = this.#signed();
    const apply = calculated((value) => -value);
    return this.#made((names) => apply([inner(names)]));
  }

  /** Reads values up to the closing bracket, which is consumed. */
  #list(): Node[] {
    const found = [this.#either()];
    while (this.#takes(',')) found.push(this.#either());
    this.#expect(')');
    return found;
  }

  #primary(): Node {
    if (this.#takes('(')) {
      const inner = this.#either();
      this.#expect(')');
      return inner;
    }
    const token = this.#tokens[this.#at];
    if (!token || token.kind === 'sign' || (token.kind === 'name' && reserved.has(token.text)))
      throw this.#unexpected();
    this.#at += 1;
    if (token.kind === 'name') return this.#named(token.text);
    const value = token.kind === 'number' ? Number(token.text) : token.text.slice(1, -1);
    return this.#made(() => value);
  }

  #named(name: string): Node {
    if (Object.hasOwn(constants, name)) return this.#made(() => constants[name]);
    if (!this.#takes('(')) return this.#made((names) => namedValue(names, name));
    const callable = Object.hasOwn(functions, name) ? functions[name] : null;
    if (!callable) throw new FormulaFault([`没有函数 ${name}`, `There is no function ${name}`]);
    const inner = this.#list();
    if (inner.length < callable.least || inner.length > callable.most)
      throw new FormulaFault([`函数 ${name} 的参数个数不对`, `The function ${name} has the wrong number of arguments`]);
    return this.#made((names) => callable.apply(inner.map((one) => one(names))));
  }
}

/**
 * Compile an expression over named values: numbers, `0x1F`, `'text'`, `= != < <= > >=`, `in (…)`, `and or not`,
 * `+ - * /`, `bit(x,n) min max abs round(x,digits) if(c,a,b)`. A name may have dots (`p.code`). A missing operand or a
 * division by zero gives null, a comparison with null false. Flags count as 1 and 0.
 *
 * @throws FormulaFault if the text is too long, has too many nodes or cannot be read.
 */
export function compileExpression(text: string): (names: Names) => ExpressionValue {
  if (text.length > MAX_CHARACTERS)
    throw new FormulaFault([
      `表达式最多 ${MAX_CHARACTERS} 个字符`,
      `An expression has at most ${MAX_CHARACTERS} characters`,
    ]);
  return new Parser(tokensOf(text)).whole();
}
