import { mustFind } from '#kernel/language/must.ts';
import {
  type NameBinding,
  type SourceFile,
  type SourceFiles,
  type SyntaxNode,
  isFunction,
  isNode,
  nameOf,
  namesIn,
  nodeAt,
  nodesAt,
  nodesWithin,
} from './source-files.ts';
import { calledMethod } from './methods.ts';
import { isPublished } from './published-columns.ts';
import {
  type Piece,
  type Place,
  SentValue,
  PartialText,
  SourceFragment,
  SourceFunction,
  SourceObject,
  Unknown,
  UnknownList,
  isConstant,
  joinedText,
  textPieces,
} from './values.ts';

/**
 * Chooses one of several branches, such as the sides of a condition. The same question gets the same answer within one
 * text.
 */
export type ChooseWay = (question: string, ways: number) => number;

/** Exports of modules that are loaded and not evaluated, by path: papers, rules, and names of the kernel. */
export type KnownModules = ReadonlyMap<string, Readonly<Record<string, unknown>>>;

const DEEPEST = 24;
const MAX_CALLERS = 6;
/** Limit of evaluation steps, above what the longest statement needs; it ends recursion. */
const MAX_STEPS = 2000;

/**
 * Evaluates an expression of the source without running it. Branches are chosen by `choose`; a value that exists only
 * at run time becomes `Unknown`.
 */
export class Evaluation {
  readonly #files: SourceFiles;
  readonly #modules: KnownModules;
  readonly choose: ChooseWay;
  #steps = 0;
  /** String and template literals that were evaluated. */
  readonly literals = new Set<SyntaxNode>();
  constructor(files: SourceFiles, modules: KnownModules, choose: ChooseWay) {
    this.#files = files;
    this.#modules = modules;
    this.choose = choose;
  }

  of(node: SyntaxNode | undefined, place: Place): unknown {
    if (!node) return undefined;
    const unknown = new Unknown(place.file.sourceOf(node));
    if (place.depth > DEEPEST || this.#steps++ > MAX_STEPS) return unknown;
    const read = READERS[node.type];
    return read ? read(this, node, { ...place, depth: place.depth + 1 }) : unknown;
  }

  all(nodes: readonly SyntaxNode[], place: Place): unknown[] {
    return nodes.flatMap((one) => {
      const value = this.of(one, place);
      if (one.type !== 'SpreadElement') return [value];
      return Array.isArray(value) ? value : [value];
    });
  }

  name(node: SyntaxNode, place: Place): unknown {
    const name = nameOf(node);
    if (name === 'undefined') return undefined;
    const binding = place.file.binding(node, name);
    return binding ? this.#bound(binding, name, place) : new Unknown(name);
  }

  #bound(binding: NameBinding, name: string, place: Place): unknown {
    switch (binding.kind) {
      case 'import':
        return this.#imported(binding, place);
      case 'function':
        return new SourceFunction(binding.of, place);
      case 'value':
        return this.#picked(this.of(binding.of, place), binding.pattern, name, place);
      case 'element':
        return this.#picked(this.#element(binding.of, place), binding.pattern, name, place);
      case 'parameter':
        return this.#parameter(binding, name, place);
    }
  }

  /** Return an element of a list: a chosen one of a literal list, the first of any other. */
  #element(list: SyntaxNode | undefined, place: Place): unknown {
    const elements = list?.type === 'ArrayExpression' ? nodesAt(list, 'elements') : [];
    if (!list || elements.length === 0 || elements.some((one) => one.type === 'SpreadElement'))
      return elementOf(this.of(list, place));
    return this.of(elements[this.choose(`${place.file.path} ${list.start} elements`, elements.length)], place);
  }

  #imported({ from, name }: { from: string; name: string }, place: Place): unknown {
    const path = this.#files.resolve(place.file, from);
    if (path === undefined) return new Unknown(name);
    const known = this.#modules.get(path);
    if (known) return known[name];
    const found = this.#files.exported(path, name);
    if (!found) return new Unknown(name);
    const declared = this.#modules.get(found.file.path);
    return declared
      ? declared[found.name]
      : this.#bound(found.binding, name, { ...place, file: found.file, frames: new Map() });
  }

  /**
   * Return the argument of a parameter. Outside of a call it is a text of its type, or the argument of a chosen caller.
   */
  #parameter({ of, at, pattern }: NameBinding & { kind: 'parameter' }, name: string, place: Place): unknown {
    const passed = place.frames.get(of);
    if (passed) return this.#picked(passed[at], pattern, name, place);
    const question = `${place.file.path} ${of.start}`;
    const texts = textsOfType(pattern);
    if (texts.length) return texts[this.choose(`${question} ${name}`, texts.length)];
    const called = functionName(place.file, of);
    const calls = called ? this.#files.callsOf(place.file, called) : [];
    if (!calls.length) return new Unknown(name);
    const { file, call } = calls[this.choose(question, Math.min(calls.length, MAX_CALLERS))];
    const value = this.of(nodesAt(call, 'arguments')[at], { ...place, file, frames: new Map() });
    return this.#picked(value, pattern, name, place);
  }

  #picked(value: unknown, pattern: SyntaxNode, name: string, place: Place): unknown {
    switch (pattern.type) {
      case 'AssignmentPattern': {
        const isMissing = value === undefined || value instanceof Unknown;
        return this.#picked(
          isMissing ? this.of(nodeAt(pattern, 'right'), place) : value,
          nodeAt(pattern, 'left')!,
          name,
          place,
        );
      }
      case 'ObjectPattern': {
        const property = mustFind(nodesAt(pattern, 'properties'), (one) =>
          namesIn(nodeAt(one, 'value') ?? one).includes(name),
        );
        const inner = nodeAt(property, 'value');
        return inner
          ? this.#picked(this.member(value, nameOf(nodeAt(property, 'key')), name), inner, name, place)
          : new Unknown(name);
      }
      case 'ArrayPattern': {
        const elements = nodesAt(pattern, 'elements');
        const at = elements.findIndex((one) => namesIn(one).includes(name));
        return this.#picked(this.member(value, String(at), name), elements[at], name, place);
      }
      default:
        return value;
    }
  }

  member(of: unknown, name: string, source: string): unknown {
    if (of instanceof SourceObject) return this.#property(of, name, source);
    if (of instanceof UnknownList) return of.element;
    if (of instanceof Unknown && name === 'add') return new Unknown(source);
    if (!isConstant(of) && !Array.isArray(of)) return new Unknown(source);
    if (of === undefined || of === null) return new Unknown(source);
    return (of as Record<string, unknown>)[name];
  }

  #property({ node, place }: SourceObject, name: string, source: string): unknown {
    for (const one of nodesAt(node, 'properties').toReversed()) {
      if (one.type === 'SpreadElement') {
        const found = this.member(this.of(nodeAt(one, 'argument'), place), name, source);
        if (found !== undefined && !(found instanceof Unknown)) return found;
      } else if (!one.computed && nameOf(nodeAt(one, 'key')) === name) return this.of(nodeAt(one, 'value'), place);
    }
    return new Unknown(source);
  }

  /** Return the member of this name; for an unknown name a chosen one. */
  anyMember(of: unknown, name: unknown, source: string): unknown {
    if (isConstant(name) && (typeof name === 'string' || typeof name === 'number'))
      return this.member(of, String(name), source);
    if (of instanceof UnknownList) return of.element;
    const names =
      of instanceof SourceObject
        ? nodesAt(of.node, 'properties').map((one) => nameOf(nodeAt(one, 'key')))
        : typeof of === 'object' && of !== null && isConstant(of)
          ? Object.keys(of)
          : [];
    return names.length ? this.member(of, names[this.choose(source, names.length)], source) : new Unknown(source);
  }

  call(of: unknown, values: readonly unknown[], source: string, place: Place): unknown {
    if (of instanceof SourceFunction) return this.#run(of, values, place.depth);
    if (typeof of !== 'function' || !values.every(isConstant)) return new Unknown(source);
    try {
      return (of as (...values: readonly unknown[]) => unknown)(...values);
    } catch {
      return new Unknown(source);
    }
  }

  #run({ node, place }: SourceFunction, values: readonly unknown[], depth: number): unknown {
    const inside: Place = { ...place, depth, frames: new Map(place.frames).set(node, values) };
    const body = nodeAt(node, 'body')!;
    if (body.type !== 'BlockStatement') return this.of(body, inside);
    const answers = answersOf(body);
    if (!answers.length) return undefined;
    return this.of(answers[this.choose(`${place.file.path} ${node.start} answers`, answers.length)], inside);
  }
}

const elementOf = (list: unknown): unknown =>
  list instanceof UnknownList ? list.element : Array.isArray(list) && list.length ? list[0] : new Unknown('element');

/** Return the expressions of all `return` statements of a body, without those of nested functions. */
function answersOf(body: SyntaxNode): SyntaxNode[] {
  if (body.type === 'ReturnStatement') return isNode(body.argument) ? [body.argument] : [];
  if (isFunction(body)) return [];
  return nodesWithin(body).flatMap(answersOf);
}

/** Return the string literals of a parameter's union type; none for other types. */
function textsOfType(pattern: SyntaxNode): string[] {
  const type = nodeAt(nodeAt(pattern, 'typeAnnotation'), 'typeAnnotation');
  const all = nodesAt(type, 'types').map((one) => nodeAt(one, 'literal')?.value);
  return pattern.type === 'Identifier' && all.every((one) => typeof one === 'string') ? (all as string[]) : [];
}

/** Return the name of a function, or of the variable that holds it. */
function functionName(file: SourceFile, of: SyntaxNode): string {
  const around = file.parent(of);
  return nameOf(nodeAt(around?.type === 'VariableDeclarator' ? around : of, 'id'));
}

type Read = (evaluation: Evaluation, node: SyntaxNode, place: Place) => unknown;

const inner =
  (part: string): Read =>
  (evaluation, node, place) =>
    evaluation.of(nodeAt(node, part), place);

/** A template of the tag `sql`: any value but a fragment is sent as a parameter. */
const taggedTemplate: Read = (evaluation, node, place) => {
  evaluation.literals.add(node);
  const values = nodesAt(node, 'expressions');
  const pieces = nodesAt(node, 'quasis').flatMap((quasi, at): Piece[] => {
    const text = String((quasi.value as { cooked?: unknown }).cooked ?? '');
    if (!values[at]) return [text];
    const value = evaluation.of(values[at], place);
    if (isPublished(value)) return [text, value];
    return [text, ...(value instanceof SourceFragment ? value.pieces : [new SentValue()])];
  });
  return new SourceFragment(pieces);
};

const isTagged = (node: SyntaxNode | undefined): boolean =>
  node?.type === 'TaggedTemplateExpression' && nameOf(nodeAt(node, 'tag')) === 'sql';

const template: Read = (evaluation, node, place) => {
  if (isTagged(place.file.parent(node))) return taggedTemplate(evaluation, node, place);
  evaluation.literals.add(node);
  const values = nodesAt(node, 'expressions');
  const pieces = nodesAt(node, 'quasis').flatMap((quasi, at): Piece[] => {
    const text = String((quasi.value as { cooked?: unknown }).cooked ?? '');
    const value = values[at];
    return value ? [text, ...textPieces(evaluation.of(value, place), place.file.sourceOf(value))] : [text];
  });
  return joinedText(pieces);
};

/** Return the key of a condition for `choose`. A negation has the key of the negated condition and `isOpposite`. */
function questionOf(test: SyntaxNode, file: SourceFile): { readonly question: string; readonly isOpposite: boolean } {
  if (test.type === 'UnaryExpression' && test.operator === '!') {
    const { question, isOpposite } = questionOf(nodeAt(test, 'argument')!, file);
    return { question, isOpposite: !isOpposite };
  }
  if (test.type === 'ParenthesizedExpression') return questionOf(nodeAt(test, 'expression')!, file);
  return { question: `${file.path} ${file.sourceOf(test)}`, isOpposite: false };
}

const conditional: Read = (evaluation, node, place) => {
  const test = nodeAt(node, 'test')!;
  const known = evaluation.of(test, place);
  const { question, isOpposite } = questionOf(test, place.file);
  const holds = isConstant(known) ? Boolean(known) : (evaluation.choose(question, 2) === 0) !== isOpposite;
  return evaluation.of(nodeAt(node, holds ? 'consequent' : 'alternate'), place);
};

const logical: Read = (evaluation, node, place) => {
  const left = evaluation.of(nodeAt(node, 'left'), place);
  if (node.operator === '&&') return isConstant(left) && !left ? left : evaluation.of(nodeAt(node, 'right'), place);
  if (isConstant(left)) return left ? left : evaluation.of(nodeAt(node, 'right'), place);
  const isLeft = evaluation.choose(`${place.file.path} ${place.file.sourceOf(node)}`, 2) === 0;
  return isLeft ? left : evaluation.of(nodeAt(node, 'right'), place);
};

const binary: Read = (evaluation, node, place) => {
  const source = place.file.sourceOf(node);
  const [left, right] = [evaluation.of(nodeAt(node, 'left'), place), evaluation.of(nodeAt(node, 'right'), place)];
  const isSame = /^([!=])==$/.exec(String(node.operator))?.[1];
  if (isSame && isConstant(left) && isConstant(right)) return (left === right) === (isSame === '=');
  if (node.operator !== '+') return new Unknown(source);
  if (typeof left === 'number' && typeof right === 'number') return left + right;
  const isText = [left, right].some((one) => typeof one === 'string' || one instanceof PartialText);
  return isText ? joinedText([...textPieces(left, source), ...textPieces(right, source)]) : new Unknown(source);
};

/** Evaluates calls of the helpers of the tag `sql`, by their names. */
const FRAGMENTS: Readonly<Record<string, (values: readonly unknown[], source: string) => SourceFragment>> = {
  raw: ([text], source) => new SourceFragment(textPieces(text, source)),
  shared: ([value]) => (value instanceof SourceFragment ? value : new SourceFragment([new SentValue()])),
  joinedSql([parts, between], source) {
    const list = parts instanceof UnknownList ? [parts.element] : Array.isArray(parts) ? parts : [new Unknown(source)];
    return new SourceFragment(
      list.flatMap((part, at): Piece[] => [...(at ? [String(between)] : []), ...textPieces(part, source)]),
    );
  },
};

const called: Read = (evaluation, node, place) => {
  const source = place.file.sourceOf(node);
  const callee = nodeAt(node, 'callee')!;
  const values = evaluation.all(nodesAt(node, 'arguments'), place);
  if (callee.type === 'Identifier' && Object.hasOwn(FRAGMENTS, nameOf(callee)))
    return FRAGMENTS[nameOf(callee)](values, source);
  if (callee.type !== 'MemberExpression') return evaluation.call(evaluation.of(callee, place), values, source, place);
  const method = nameOf(nodeAt(callee, 'property'));
  if (callee.computed) return evaluation.call(evaluation.of(callee, place), values, source, place);
  const of = evaluation.of(nodeAt(callee, 'object'), place);
  // A fragment is embedded by `.sql()`. In statement builders, `add` sends a value and returns its `$n`.
  if (method === 'sql' && values.length === 0) return new SourceFragment([new Unknown(source)]);
  if (method === 'add' && (of instanceof Unknown || of === undefined)) return new SentValue();
  const answer = calledMethod(evaluation, { of, method, values, source, place });
  return answer === undefined ? evaluation.call(evaluation.member(of, method, source), values, source, place) : answer;
};

const READERS: Readonly<Record<string, Read>> = {
  Literal(evaluation, node) {
    if (typeof node.value === 'string') evaluation.literals.add(node);
    return node.value;
  },
  TemplateLiteral: template,
  TaggedTemplateExpression: (evaluation, node, place) =>
    isTagged(node) ? evaluation.of(nodeAt(node, 'quasi'), place) : new Unknown(place.file.sourceOf(node)),
  Identifier: (evaluation, node, place) => evaluation.name(node, place),
  MemberExpression(evaluation, node, place) {
    const of = evaluation.of(nodeAt(node, 'object'), place);
    const source = place.file.sourceOf(node);
    return node.computed
      ? evaluation.anyMember(of, evaluation.of(nodeAt(node, 'property'), place), source)
      : evaluation.member(of, nameOf(nodeAt(node, 'property')), source);
  },
  CallExpression: called,
  ConditionalExpression: conditional,
  LogicalExpression: logical,
  BinaryExpression: binary,
  ArrayExpression: (evaluation, node, place) => evaluation.all(nodesAt(node, 'elements'), place),
  ObjectExpression: (_, node, place) => new SourceObject(node, place),
  ArrowFunctionExpression: (_, node, place) => new SourceFunction(node, place),
  FunctionExpression: (_, node, place) => new SourceFunction(node, place),
  UnaryExpression(evaluation, node, place) {
    const value = evaluation.of(nodeAt(node, 'argument'), place);
    return node.operator === '!' && isConstant(value) ? !value : new Unknown(place.file.sourceOf(node));
  },
  AwaitExpression: inner('argument'),
  SpreadElement: inner('argument'),
  ParenthesizedExpression: inner('expression'),
  ChainExpression: inner('expression'),
  TSAsExpression: inner('expression'),
  TSSatisfiesExpression: inner('expression'),
  TSNonNullExpression: inner('expression'),
};
