import { type SourceFile, type SourceFiles, type SyntaxNode, nameOf, nodeAt, nodesAt } from './source-files.ts';

/** Type of a plain value as the driver returns it. */
type Kind = 'text' | 'number' | 'boolean';

interface DeclaredColumn {
  readonly optional: boolean;
  /** Accepted types; undefined for a type that is not plain. */
  readonly kinds: readonly Kind[] | undefined;
}

/**
 * Types that the driver returns, by the type number (OID) in PostgreSQL. 64-bit numbers, decimals and times arrive as
 * text.
 */
const KINDS: ReadonlyMap<number, Kind> = new Map<number, Kind>([
  [16, 'boolean'],
  ...[21, 23, 700, 701].map((type): [number, Kind] => [type, 'number']),
  ...[19, 20, 25, 600, 705, 1043, 1082, 1083, 1114, 1184, 1700].map((type): [number, Kind] => [type, 'text']),
]);

const KEYWORDS: Readonly<Record<string, readonly Kind[]>> = {
  TSStringKeyword: ['text'],
  TSNumberKeyword: ['number'],
  TSBooleanKeyword: ['boolean'],
  TSNullKeyword: [],
  TSUndefinedKeyword: [],
};

const KIND_OF_LITERAL: Readonly<Record<string, Kind>> = { string: 'text', number: 'number', boolean: 'boolean' };

function kindsOf(type: SyntaxNode | undefined): readonly Kind[] | undefined {
  if (type?.type === 'TSUnionType') {
    const all = nodesAt(type, 'types').map(kindsOf);
    return all.every((one) => one !== undefined) ? all.flat() : undefined;
  }
  if (type?.type === 'TSLiteralType') {
    const kind = KIND_OF_LITERAL[typeof nodeAt(type, 'literal')?.value];
    return kind && [kind];
  }
  return type && KEYWORDS[type.type];
}

type Columns = ReadonlyMap<string, DeclaredColumn>;

const ofMembers = (members: readonly SyntaxNode[]): Columns =>
  new Map(
    members
      .filter(({ type, computed }) => type === 'TSPropertySignature' && !computed)
      .map((one) => [
        nameOf(nodeAt(one, 'key')),
        { optional: one.optional === true, kinds: kindsOf(nodeAt(nodeAt(one, 'typeAnnotation'), 'typeAnnotation')) },
      ]),
  );

/**
 * Return the columns that a type declares in the source. A type with type arguments (such as `Pick`) declares none
 * here.
 */
export function declaredColumns(files: SourceFiles, file: SourceFile, type: SyntaxNode | undefined): Columns {
  switch (type?.type) {
    case 'TSTypeLiteral':
      return ofMembers(nodesAt(type, 'members'));
    case 'TSIntersectionType':
      return new Map(nodesAt(type, 'types').flatMap((one) => [...declaredColumns(files, file, one)]));
    case 'TSTypeReference':
      return nodesAt(nodeAt(type, 'typeArguments'), 'params').length
        ? new Map()
        : named(files, file, nameOf(nodeAt(type, 'typeName')));
    default:
      return new Map();
  }
}

function named(files: SourceFiles, file: SourceFile, name: string): Columns {
  const here = nodesAt(file.program, 'body')
    .map((statement) => nodeAt(statement, 'declaration') ?? statement)
    .find((one) => /^TS(Interface|TypeAlias)Declaration$/.test(one.type) && nameOf(nodeAt(one, 'id')) === name);
  if (here?.type === 'TSInterfaceDeclaration') return ofMembers(nodesAt(nodeAt(here, 'body'), 'body'));
  if (here) return declaredColumns(files, file, nodeAt(here, 'typeAnnotation'));
  const binding = file.binding(file.program, name);
  if (binding?.kind !== 'import') return new Map();
  const from = files.file(files.resolve(file, binding.from) ?? '');
  return from && from !== file ? named(files, from, binding.name) : new Map();
}

/**
 * Return the differences between the columns of a statement and its declared type. `isWhole`: the text of the statement
 * is fully known.
 */
export function answerFaults(
  declared: Columns,
  answered: readonly { readonly name: string; readonly type: number }[],
  isWhole: boolean,
): string[] {
  return [...declared].flatMap(([name, { optional, kinds }]) => {
    const column = answered.find((one) => one.name === name);
    if (!column) return isWhole && !optional ? [`answers no ${name}`] : [];
    const kind = KINDS.get(column.type);
    return kind && kinds?.length && !kinds.includes(kind) ? [`answers ${name} as ${kind}`] : [];
  });
}
