import { parseSync } from 'vite';

/** Name of the global function that each marked function calls with its number. */
export const NOTE = 'anjuNoteEntry';

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
}
type Parts = Readonly<Record<string, unknown>>;

const isNode = (value: unknown): value is Node => typeof (value as Node | null)?.type === 'string';

const FUNCTIONS = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression']);

/**
 * For each node type, the properties with the name and the value that it names, as `id` names `init` in `const name =
 * () => …`.
 */
const NAMED_VALUES: Readonly<Record<string, readonly [name: string, value: string]>> = {
  VariableDeclarator: ['id', 'init'],
  Property: ['key', 'value'],
  PropertyDefinition: ['key', 'value'],
  MethodDefinition: ['key', 'value'],
  AssignmentPattern: ['left', 'right'],
  AssignmentExpression: ['left', 'right'],
};

/** Return the child nodes of a node, each with the name that the node assigns to it, else ''. */
function childrenOf(source: string, node: Node): { readonly child: Node; readonly name: string }[] {
  const parts = node as unknown as Parts;
  const [nameKey, valueKey] = NAMED_VALUES[node.type] ?? ['', ''];
  const named = parts[nameKey];
  const name = isNode(named) ? source.slice(named.start, named.end) : '';
  return Object.entries(parts).flatMap(([key, value]) =>
    (Array.isArray(value) ? value : [value])
      .filter(isNode)
      .map((child) => ({ child, name: key === valueKey ? name : '' })),
  );
}

/** Return the bodies of the named functions in a node, in the order of the source. */
function namedBodies(source: string, node: Node, name: string): Node[] {
  const { id, body } = node as unknown as Parts;
  const isNamed = FUNCTIONS.has(node.type) && isNode(body) && (isNode(id) || name !== '');
  return [
    ...(isNamed ? [body] : []),
    ...childrenOf(source, node).flatMap((one) => namedBodies(source, one.child, one.name)),
  ];
}

/** Return a source in which each named function first calls the note function with a number of its own. */
export function markFunctions(source: string, path: string, nextNumber: () => number): string {
  const { program, errors } = parseSync(path, source);
  if (errors.length > 0) throw new Error(`${path}: ${errors[0].message}`);
  const inserts = namedBodies(source, program as unknown as Node, '').flatMap(({ type, start, end }) => {
    const note = `${NOTE}(${nextNumber()})`;
    return type === 'BlockStatement'
      ? [{ at: start + 1, text: ` ${note};` }]
      : [
          { at: start, text: `(${note}, ` },
          { at: end, text: ')' },
        ];
  });
  // Insert from the end of the source, so that earlier positions stay valid.
  return inserts
    .toSorted((a, b) => b.at - a.at)
    .reduce((marked, { at, text }) => marked.slice(0, at) + text + marked.slice(at), source);
}
