import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path/posix';
import { parseSync } from 'vite';

/** A node of the syntax tree. */
export interface SyntaxNode {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [part: string]: unknown;
}

/** The declaration to which a name refers at a place: a value, a list element, a parameter, a function or an import. */
export type NameBinding =
  | { readonly kind: 'value' | 'element'; readonly pattern: SyntaxNode; readonly of: SyntaxNode | undefined }
  | { readonly kind: 'parameter'; readonly pattern: SyntaxNode; readonly of: SyntaxNode; readonly at: number }
  | { readonly kind: 'function'; readonly of: SyntaxNode }
  | { readonly kind: 'import'; readonly from: string; readonly name: string };

export const isNode = (value: unknown): value is SyntaxNode =>
  typeof value === 'object' && value !== null && typeof (value as { type?: unknown }).type === 'string';

/** Return the direct child nodes of a node. */
export const nodesWithin = (node: SyntaxNode): SyntaxNode[] =>
  Object.values(node)
    .flatMap((value) => (Array.isArray(value) ? (value as unknown[]) : [value]))
    .filter(isNode);

export const nodeAt = (node: SyntaxNode | undefined, part: string): SyntaxNode | undefined =>
  isNode(node?.[part]) ? node[part] : undefined;

export const nodesAt = (node: SyntaxNode | undefined, part: string): readonly SyntaxNode[] =>
  Array.isArray(node?.[part]) ? node[part].filter(isNode) : [];

export const nameOf = (node: SyntaxNode | undefined): string => {
  const value = node?.name ?? node?.value;
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
};

export const isFunction = (node: SyntaxNode): boolean => /Function(Expression|Declaration)$/.test(node.type);

/** Return the names that a pattern declares. */
export function namesIn(pattern: SyntaxNode | undefined): string[] {
  switch (pattern?.type) {
    case 'Identifier':
      return [nameOf(pattern)];
    case 'ObjectPattern':
      return nodesAt(pattern, 'properties').flatMap((one) => namesIn(nodeAt(one, 'value') ?? one));
    case 'ArrayPattern':
      return nodesAt(pattern, 'elements').flatMap(namesIn);
    case 'AssignmentPattern':
      return namesIn(nodeAt(pattern, 'left'));
    case 'RestElement':
      return namesIn(nodeAt(pattern, 'argument'));
    default:
      return [];
  }
}

/** One parsed file, with the parent of each node. */
export class SourceFile {
  readonly path: string;
  readonly text: string;
  readonly program: SyntaxNode;
  readonly nodes: readonly SyntaxNode[];
  /** Calls by the name of the called function. */
  readonly calls: ReadonlyMap<string, readonly SyntaxNode[]>;
  readonly #parents = new Map<SyntaxNode, SyntaxNode>();
  readonly #scopes = new Map<SyntaxNode, ReadonlyMap<string, NameBinding>>();

  constructor(path: string, text: string) {
    this.path = path;
    this.text = text;
    const { program, errors } = parseSync(path, text, { lang: 'ts' });
    if (errors.length) throw new Error(`${path}: ${errors[0].message}`);
    this.program = program as unknown as SyntaxNode;
    const nodes: SyntaxNode[] = [this.program];
    for (const node of nodes)
      for (const part of nodesWithin(node)) {
        this.#parents.set(part, node);
        nodes.push(part);
      }
    this.nodes = nodes;
    this.calls = Map.groupBy(
      nodes.filter(({ type }) => type === 'CallExpression'),
      (node) => nameOf(nodeAt(node, 'callee')),
    );
  }

  parent(node: SyntaxNode): SyntaxNode | undefined {
    return this.#parents.get(node);
  }

  sourceOf(node: SyntaxNode): string {
    return this.text.slice(node.start, node.end);
  }

  lineOf(node: SyntaxNode): number {
    return this.text.slice(0, node.start).split('\n').length;
  }

  /** Return the declaration of a name at a place. */
  binding(at: SyntaxNode, name: string): NameBinding | undefined {
    for (let scope: SyntaxNode | undefined = at; scope; scope = this.parent(scope)) {
      const found = this.#namesOf(scope).get(name);
      if (found) return found;
    }
    return undefined;
  }

  #namesOf(scope: SyntaxNode): ReadonlyMap<string, NameBinding> {
    let names = this.#scopes.get(scope);
    if (!names) this.#scopes.set(scope, (names = new Map(declaredIn(scope))));
    return names;
  }
}

function declaredIn(scope: SyntaxNode): [string, NameBinding][] {
  if (isFunction(scope))
    return nodesAt(scope, 'params').flatMap((pattern, at) =>
      namesIn(pattern).map((name): [string, NameBinding] => [name, { kind: 'parameter', pattern, of: scope, at }]),
    );
  if (/^For(Of|In)Statement$/.test(scope.type)) {
    const pattern = nodeAt(nodesAt(nodeAt(scope, 'left'), 'declarations')[0], 'id');
    return namesIn(pattern).map((name) => [name, { kind: 'element', pattern: pattern!, of: nodeAt(scope, 'right') }]);
  }
  return nodesAt(scope, 'body').flatMap(declaredBy);
}

function declaredBy(statement: SyntaxNode): [string, NameBinding][] {
  if (statement.type === 'ImportDeclaration')
    return nodesAt(statement, 'specifiers').map((one) => [
      nameOf(nodeAt(one, 'local')),
      {
        kind: 'import',
        from: nameOf(nodeAt(statement, 'source')),
        name: nameOf(nodeAt(one, 'imported')) || 'default',
      },
    ]);
  const declared = nodeAt(statement, 'declaration') ?? statement;
  if (isFunction(declared)) return [[nameOf(nodeAt(declared, 'id')), { kind: 'function', of: declared }]];
  return nodesAt(declared, 'declarations').flatMap((one) => {
    const pattern = nodeAt(one, 'id')!;
    return namesIn(pattern).map((name): [string, NameBinding] => [
      name,
      { kind: 'value', pattern, of: nodeAt(one, 'init') },
    ]);
  });
}

interface SourceCall {
  readonly file: SourceFile;
  readonly call: SyntaxNode;
}

/** The file with the declaration of an exported name, and its name in that file. */
interface ExportedName {
  readonly file: SourceFile;
  readonly binding: NameBinding;
  readonly name: string;
}

/** Parsed files of a tree, read on demand. A planted text replaces the file at its path. */
export class SourceFiles {
  readonly #tree: string;
  readonly #planted: Readonly<Record<string, string>>;
  readonly #files = new Map<string, SourceFile>();
  readonly #calls = new Map<string, readonly SourceCall[]>();
  constructor(tree: string, planted: Readonly<Record<string, string>> = {}) {
    this.#tree = tree;
    this.#planted = planted;
  }

  file(path: string): SourceFile | undefined {
    let file = this.#files.get(path);
    if (!file) {
      const place = join(this.#tree, path);
      const text = this.#planted[path] ?? (existsSync(place) ? readFileSync(place, 'utf8') : undefined);
      if (text === undefined) return undefined;
      this.#files.set(path, (file = new SourceFile(path, text)));
    }
    return file;
  }

  /** Return all calls of a function by name: in its own file, and in files parsed so far that import it. */
  callsOf(file: SourceFile, name: string): readonly SourceCall[] {
    const key = `${file.path} ${name}`;
    let calls = this.#calls.get(key);
    if (!calls)
      this.#calls.set(
        key,
        (calls = [...this.#files.values()]
          .filter((other) => other === file || this.#imports(other, file, name))
          .flatMap((other) => (other.calls.get(name) ?? []).map((call) => ({ file: other, call })))),
      );
    return calls;
  }

  #imports(other: SourceFile, file: SourceFile, name: string): boolean {
    const binding = other.calls.has(name) ? other.binding(other.program, name) : undefined;
    return binding?.kind === 'import' && this.resolve(other, binding.from) === file.path;
  }

  /** Return the path of the file that an import names; undefined for a package. */
  resolve(from: SourceFile, name: string): string | undefined {
    if (name === '#kernel/server') return 'kernel/server.ts';
    if (name.startsWith('#')) return name.slice(1);
    return name.startsWith('.') ? join(dirname(from.path), name) : undefined;
  }

  /** Return the declaration of an exported name; re-exports are followed. */
  exported(path: string, name: string): ExportedName | undefined {
    const file = this.file(path);
    if (!file) return undefined;
    for (const statement of nodesAt(file.program, 'body')) {
      const handed = nodeAt(statement, 'source') && nodesAt(statement, 'specifiers');
      const one = handed?.find((specifier) => nameOf(nodeAt(specifier, 'exported')) === name);
      const to = one && this.resolve(file, nameOf(nodeAt(statement, 'source')));
      if (to) return this.exported(to, nameOf(nodeAt(one, 'local')));
    }
    const binding = file.binding(file.program, name);
    return binding && { file, binding, name };
  }
}
