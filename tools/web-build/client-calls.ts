import type { Plugin } from 'vite';

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
}
type Parts = Node & Readonly<Record<string, unknown>>;

const isNode = (value: unknown): value is Parts =>
  typeof value === 'object' && value !== null && typeof (value as Partial<Node>).type === 'string';

/** Every node of a tree, those above before those within. */
function* nodesIn(node: Parts): Generator<Parts> {
  yield node;
  for (const value of Object.values(node))
    for (const part of Array.isArray(value) ? value : [value]) if (isNode(part)) yield* nodesIn(part);
}

const nameOf = (node: unknown): unknown => (isNode(node) && node.type === 'Identifier' ? node.name : undefined);

/** What a browser never looks at: what a call says that it answers, and how the document calls it. */
const LEFT_BEHIND = ['answer', 'title'];

/** Inputs that do not stand in a part of their own: what is sent is laid out by them. Of all others a browser needs nothing. */
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

/** What is taken out of the descriptions of calls. */
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

/** What a save of a paper carries besides its row is read by the server alone. */
export function withoutExtras(code: string, program: unknown): string {
  if (!isNode(program) || !code.includes('extras:')) return code;
  const [extras] = [...nodesIn(program)]
    .filter((node) => calleeOf(node) === 'paper')
    .flatMap((node) => (node.arguments as readonly Parts[]).flatMap(propertiesOf))
    .filter(({ key }) => nameOf(key) === 'extras');
  return extras ? `${code.slice(0, extras.start)}extras: null${code.slice(extras.end)}` : code;
}

/** What a file keeps beside its calls, as one thing that may be left out whole: a packer takes the spread of an object for work. */
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

/** The same text without what nobody reads, and with a word at each call of a function that whoever packs it may leave it out. */
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
 * The browser asks calls and never looks at what they say they answer: those shapes, and the definitions that only they name, stay behind;
 * so does what a save of a paper may carry besides its row.
 * Files of calls and definitions do nothing when they are loaded, so what nobody asks for is left out.
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
          code: id.endsWith('.calls.ts') ? withoutUnread(code, program) : withoutExtras(code, program),
          map: null,
          moduleSideEffects: false,
        };
      },
    },
  };
}
