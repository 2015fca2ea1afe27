import type { VariableValue } from '../state/rows.rules.ts';
import { ExpressionError } from './expression-error.rules.ts';
import { type ExpressionScope, FUNCTIONS, METHODS } from './methods.rules.ts';
import { type Token, tokensOf } from './tokens.rules.ts';
import { arithmetic, isEmptyValue, isEqual, isOrdered, isTrue, memberOf } from './values.rules.ts';

export type Evaluate = (scope: ExpressionScope) => VariableValue;

const DEEPEST = 32;
export const LONGEST_EXPRESSION = 2000;

const LITERALS: ReadonlyMap<string, VariableValue> = new Map<string, VariableValue>([
  ['true', true],
  ['false', false],
  ['null', null],
]);

/** Binary operators by precedence, the weakest first. */
const LEVELS: readonly (readonly string[])[] = [
  ['||'],
  ['&&'],
  ['==', '!='],
  ['<', '>', '<=', '>='],
  ['+', '-'],
  ['*', '/', '%'],
];

/** Parses one expression by recursive descent into a closure, and collects the variables that it reads. */
class ExpressionReader {
  readonly names = new Set<string>();
  readonly #tokens: readonly Token[];
  #at = 0;
  #depth = 0;

  constructor(source: string) {
    if (source.length > LONGEST_EXPRESSION) throw new ExpressionError('tooLong', LONGEST_EXPRESSION);
    this.#tokens = tokensOf(source);
  }

  whole(): Evaluate {
    const evaluate = this.#choice();
    if (this.#next.kind !== 'end') throw new ExpressionError('unexpected', this.#next.at);
    return evaluate;
  }

  get #next(): Token {
    return this.#tokens[this.#at] ?? { kind: 'end', text: '', at: 0 };
  }

  #takes(sign: string): boolean {
    const { kind, text } = this.#next;
    if (kind !== 'sign' || text !== sign) return false;
    this.#at += 1;
    return true;
  }

  #expect(sign: string): void {
    if (!this.#takes(sign)) throw new ExpressionError('unexpected', this.#next.at);
  }

  #choice(): Evaluate {
    this.#depth += 1;
    if (this.#depth > DEEPEST) throw new ExpressionError('tooDeep', this.#next.at);
    const evaluate = this.#conditional(this.#binary(0));
    this.#depth -= 1;
    return evaluate;
  }

  #conditional(condition: Evaluate): Evaluate {
    if (!this.#takes('?')) return condition;
    const yes = this.#choice();
    this.#expect(':');
    const no = this.#choice();
    return (scope) => (isTrue(condition(scope)) ? yes(scope) : no(scope));
  }

  #binary(level: number): Evaluate {
    const signs = LEVELS[level];
    if (!signs) return this.#unary();
    let left = this.#binary(level + 1);
    for (let sides = 1; ; sides += 1) {
      const sign = signs.find((one) => this.#takes(one));
      if (sign === undefined) return left;
      if (sides > DEEPEST) throw new ExpressionError('tooDeep', this.#next.at);
      left = combined(sign, left, this.#binary(level + 1));
    }
  }

  #unary(): Evaluate {
    const from = this.#at;
    if (this.#takes('!')) return this.#deeper((of) => (scope) => !isTrue(of(scope)));
    if (this.#takes('-')) return this.#deeper((of) => (scope) => arithmetic('-', 0, of(scope)));
    if (this.#next.kind === 'name' && this.#next.text === 'empty') {
      this.#at += 1;
      return this.#deeper((of) => (scope) => isEmptyValue(of(scope)));
    }
    this.#at = from;
    return this.#members(this.#primary());
  }

  #deeper(wrap: (of: Evaluate) => Evaluate): Evaluate {
    this.#depth += 1;
    if (this.#depth > DEEPEST) throw new ExpressionError('tooDeep', this.#next.at);
    const evaluate = wrap(this.#unary());
    this.#depth -= 1;
    return evaluate;
  }

  #members(first: Evaluate): Evaluate {
    let of = first;
    for (let members = 0; ; members += 1) {
      if (members > DEEPEST) throw new ExpressionError('tooDeep', this.#next.at);
      if (this.#takes('[')) {
        const name = this.#choice();
        this.#expect(']');
        const list = of;
        of = (scope) => memberOf(list(scope), name(scope));
      } else if (this.#takes('.')) {
        of = this.#member(of);
      } else return of;
    }
  }

  #member(of: Evaluate): Evaluate {
    const { kind, text, at } = this.#next;
    if (kind !== 'name') throw new ExpressionError('unexpected', at);
    this.#at += 1;
    if (!this.#takes('(')) return (scope) => memberOf(of(scope), text);
    const method = METHODS.get(text);
    if (!method) throw new ExpressionError('unknownMethod', at);
    const [argument] = this.#arguments();
    return (scope) => method(of(scope), argument ? argument(scope) : null);
  }

  #arguments(): Evaluate[] {
    const found: Evaluate[] = [];
    if (this.#takes(')')) return found;
    do found.push(this.#choice());
    while (this.#takes(','));
    this.#expect(')');
    return found;
  }

  #primary(): Evaluate {
    const { kind, text, at } = this.#next;
    this.#at += 1;
    if (kind === 'number') {
      const value = numberOf(text);
      return () => value;
    }
    if (kind === 'quoted') return () => text;
    if (kind === 'name') return this.#named(text, at);
    if (kind !== 'sign' || text !== '(') throw new ExpressionError('unexpected', at);
    const inner = this.#choice();
    this.#expect(')');
    return inner;
  }

  #named(name: string, at: number): Evaluate {
    const literal = LITERALS.get(name);
    if (literal !== undefined) return () => literal;
    if (this.#takes('(')) {
      const call = FUNCTIONS.get(name);
      if (!call) throw new ExpressionError('unknownFunction', at);
      const values = this.#arguments();
      return (scope) =>
        call(
          scope,
          values.map((each) => each(scope)),
        );
    }
    this.names.add(name);
    return (scope) => scope.read(name);
  }
}

/** Return a literal as a number, or as text if a number would lose digits. */
const numberOf = (text: string): VariableValue => (String(Number(text)) === text ? Number(text) : text);

function combined(sign: string, left: Evaluate, right: Evaluate): Evaluate {
  if (sign === '||') return (scope) => isTrue(left(scope)) || isTrue(right(scope));
  if (sign === '&&') return (scope) => isTrue(left(scope)) && isTrue(right(scope));
  if (sign === '==') return (scope) => isEqual(left(scope), right(scope));
  if (sign === '!=') return (scope) => !isEqual(left(scope), right(scope));
  if ('<>='.includes(sign[0] ?? '')) return (scope) => isOrdered(sign, left(scope), right(scope));
  return (scope) => arithmetic(sign, left(scope), right(scope));
}

/** Parse an expression that has no `${…}` around it; throws `ExpressionError`. */
export function parseExpression(source: string): { evaluate: Evaluate; names: ReadonlySet<string> } {
  const reader = new ExpressionReader(source);
  return { evaluate: reader.whole(), names: reader.names };
}
