import type { Plugin } from 'vite';

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
}
type Parts = Node & Readonly<Record<string, unknown>>;

const isNode = (value: unknown): value is Parts =>
  typeof value === 'object' && value !== null && typeof (value as Partial<Node>).type === 'string';

/** Yield every node of a tree, parents before children. */
function* nodesIn(node: Parts): Generator<Parts> {
  yield node;
  for (const value of Object.values(node))
    for (const part of Array.isArray(value) ? value : [value]) if (isNode(part)) yield* nodesIn(part);
}

const nameOf = (node: unknown): unknown => (isNode(node) && node.type === 'Identifier' ? node.name : undefined);

/** Properties of a call that a browser never reads: the shape of its answer, and its title in the API document. */
const LEFT_BEHIND = ['answer', 'title'];

/**
 * Functions that define inputs which the browser needs, as they determine how a request is written. Other inputs are
 * removed.
 */
const LAID_OUT = ['filters', 'wholeBody'];

interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

const propertiesOf = (node: unknown): readonly Parts[] =>
  isNode(node) && node.type === 'ObjectExpression' ? (node.properties as readonly Parts[]) : [];

const calleeOf = (node: unknown): string =>
  isNode(node) && node.type === 'CallExpression' ? String(nameOf(node.callee)) : '';

/** Return the edits that remove parts of call definitions that a browser does not read. */
function edited(program: Parts): Edit[] {
  const parts = [...nodesIn(program)]
    .filter((node) => ['call', 'roomCall'].includes(calleeOf(node)))
    .flatMap((node) => (node.arguments as readonly Parts[]).flatMap(propertiesOf));
  const unread = parts
    .filter(({ key }) => LEFT_BEHIND.includes(String(nameOf(key))))
    .map(({ start, end, key }) => ({ start, end, text: `${String(nameOf(key))}: null` }));
  const inputs = parts
    .filter(({ key }) => ['query', 'body'].includes(String(nameOf(key))))
    .flatMap(({ value }) => propertiesOf(value))
    .filter(({ value }) => calleeOf(value) !== '' && !LAID_OUT.includes(calleeOf(value)))
    .map(({ start, end }) => ({ start, end, text: '...null' }));
  return [...unread, ...inputs];
}

/**
 * Properties of a paper that only the server reads: further inputs of a save, rules of stored rows, whose rows they are,
 * and indexes.
 */
const SERVER_ONLY = [
  'department',
  'extras',
  'indexed',
  'mine',
  'once',
  'partialIndexes',
  'rising',
  'unusual',
  'workers',
];

/** Remove the properties of a paper that only the server reads. */
export function withoutServerOnly(code: string, program: unknown): string {
  if (!isNode(program) || !SERVER_ONLY.some((name) => code.includes(`${name}:`))) return code;
  return [...nodesIn(program)]
    .filter((node) => calleeOf(node) === 'paper')
    .flatMap((node) => (node.arguments as readonly Parts[]).flatMap(propertiesOf))
    .filter(({ key }) => SERVER_ONLY.includes(String(nameOf(key))))
    .toSorted((one, other) => other.start - one.start)
    .reduce(
      (text, { start, end, key }) => `${text.slice(0, start)}${String(nameOf(key))}: null${text.slice(end)}`,
      code,
    );
}

/**
 * Return edits that wrap the constants of a file in pure function calls. The bundler can then omit unused ones;
 * otherwise it treats an object spread as a side effect.
 */
const asOne = (program: Parts): Edit[] =>
  (program.body as readonly Parts[])
    .map((statement) => (statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement))
    .filter(isNode)
    .filter(({ type }) => type === 'VariableDeclaration')
    .flatMap(({ declarations }) => (declarations as readonly Parts[]).map(({ init }) => init))
    .filter(isNode)
    .filter((init) => !['call', 'roomCall'].includes(calleeOf(init)))
    .flatMap(({ start, end }) => [
      { start, end: start, text: '/* @__PURE__ */ (() => (' },
      { start: end, end, text: '))()' },
    ]);

/**
 * Return the code without the parts that a browser does not read, and with each call marked as pure for the bundler.
 */
export function withoutUnread(code: string, program: unknown): string {
  if (!isNode(program)) return code;
  const out = edited(program);
  const isLeft = ({ start }: { readonly start: number }): boolean =>
    !out.some((one) => one.start <= start && start < one.end);
  const edits = [
    ...out,
    ...asOne(program).filter(isLeft),
    ...[...nodesIn(program)]
      .filter((node) => node.type === 'CallExpression' && isLeft(node))
      .map(({ start }) => ({ start, end: start, text: '/* @__PURE__ */ ' })),
  ].toSorted((one, other) => other.start - one.start);
  return edits.reduce((text, { start, end, text: put }) => `${text.slice(0, start)}${put}${text.slice(end)}`, code);
}

/**
 * Remove from the client what a browser never reads: shapes of answers, the definitions that only they use, and extras
 * of saves. Files of calls and papers are marked free of side effects, so unused ones are left out.
 */
export function clientCalls(): Plugin {
  return {
    name: 'anju-client-calls',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: /\.(calls|paper)\.ts$/ },
      handler(code, id) {
        const program = this.parse(code, { lang: 'ts' });
        return {
          code: id.endsWith('.calls.ts') ? withoutUnread(code, program) : withoutServerOnly(code, program),
          map: null,
          moduleSideEffects: false,
        };
      },
    },
  };
}
