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

/** Those parts of the descriptions of calls. */
const unreadIn = (program: Parts): Parts[] =>
  [...nodesIn(program)]
    .filter((node) => node.type === 'CallExpression' && ['call', 'roomCall'].includes(String(nameOf(node.callee))))
    .flatMap((node) => node.arguments as readonly Parts[])
    .filter((given) => given.type === 'ObjectExpression')
    .flatMap((given) => given.properties as readonly Parts[])
    .filter((property) => LEFT_BEHIND.includes(String(nameOf(property.key))));

/** The same text without what nobody reads, and with a word at each call of a function that whoever packs it may leave it out. */
export function withoutUnread(code: string, program: unknown): string {
  if (!isNode(program)) return code;
  const unread = unreadIn(program);
  const isLeft = ({ start }: Node): boolean => !unread.some((one) => one.start <= start && start < one.end);
  const edits = [
    ...unread.map(({ start, end, key }) => ({ start, end, text: `${String(nameOf(key))}: null` })),
    ...[...nodesIn(program)]
      .filter((node) => node.type === 'CallExpression' && isLeft(node))
      .map(({ start }) => ({ start, end: start, text: '/* @__PURE__ */ ' })),
  ].toSorted((one, other) => other.start - one.start);
  return edits.reduce((text, { start, end, text: put }) => `${text.slice(0, start)}${put}${text.slice(end)}`, code);
}

/**
 * The browser asks calls and never looks at what they say they answer: those shapes, and the definitions that only they name, stay behind.
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
        return {
          code: id.endsWith('.calls.ts') ? withoutUnread(code, this.parse(code, { lang: 'ts' })) : code,
          map: null,
          moduleSideEffects: false,
        };
      },
    },
  };
}
