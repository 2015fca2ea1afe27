import { globSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type AnyPaper, fieldOf } from '#kernel/language/paper.ts';
import { isLookedUp } from '#kernel/server/schema/indexes/paper-indexes.ts';
import { papers } from '../../assemble.ts';
import { projectDir } from '../../../tools/command/project-dir.ts';
import { SourceFiles, type SyntaxNode, nameOf, nodeAt, nodesAt } from './source-files.ts';

const isSource = (path: string): boolean => !path.endsWith('.test.ts');
const ROOMS = globSync('business/**/*.server.ts', { cwd: projectDir })
  .map((path) => path.replaceAll('\\', '/'))
  .filter(isSource);

/** Papers that rooms look up by a field without an index, as a company has few rows of them. */
const FEW_ROWS: ReadonlySet<string> = new Set([
  'annexClass',
  'deviceConnection',
  'oss',
  'paymentType',
  'process',
  'processBinding',
  'pushRule',
  'reportFile',
  'role',
  'slaPolicy',
  'sms',
  'smsTemplate',
  'warehouse',
]);

interface Lookup {
  readonly at: string;
  readonly paper: AnyPaper;
  readonly fields: readonly string[];
}

/** Return the property names of an object literal; undefined with a spread or without properties. */
const matched = (node: SyntaxNode | undefined): string[] | undefined => {
  const properties = node?.type === 'ObjectExpression' ? nodesAt(node, 'properties') : undefined;
  if (!properties?.length || properties.some(({ type }) => type !== 'Property')) return undefined;
  return properties.map((one) => nameOf(nodeAt(one, 'key')));
};

/** Return the names that `find(paper, match)` and `visible(paper, { match, query })` match by. */
function matchedBy(call: SyntaxNode, method: string): string[] | undefined {
  const [, given] = nodesAt(call, 'arguments');
  if (method === 'find') return matched(given);
  const parts = nodesAt(given, 'properties').filter((one) => ['match', 'query'].includes(nameOf(nodeAt(one, 'key'))));
  return parts.length === 1 ? matched(nodeAt(parts[0], 'value')) : undefined;
}

const byConst = new Map<string, AnyPaper>();
for (const path of globSync('business/**/*.paper.ts', { cwd: projectDir }))
  for (const [name, value] of Object.entries((await import(join(projectDir, path))) as Record<string, AnyPaper>))
    if (value?.table && papers.has(value.name)) byConst.set(name, value);

function lookupsIn(files: SourceFiles, path: string): Lookup[] {
  const file = files.file(path)!;
  return file.nodes.flatMap((call): Lookup[] => {
    const callee = call.type === 'CallExpression' ? nodeAt(call, 'callee') : undefined;
    const method = callee?.type === 'MemberExpression' ? nameOf(nodeAt(callee, 'property')) : '';
    const paper = byConst.get(nameOf(nodesAt(call, 'arguments')[0]));
    const fields = paper && ['find', 'visible'].includes(method) ? matchedBy(call, method) : undefined;
    // A lookup followed by `.sql` is a part of a statement with further conditions.
    const isFragment = nameOf(nodeAt(file.parent(call), 'property')) === 'sql';
    return paper && fields && !isFragment ? [{ at: `${path}:${file.lineOf(call)}`, paper, fields }] : [];
  });
}

/**
 * Return the fields of a lookup. A filter such as `name_equal` counts as its field; the keyword `status` is left out.
 */
const narrowing = ({ paper, fields }: Lookup): string[] =>
  fields
    .map((name) => (fieldOf(paper, name) ? name : name.replace(/_[a-z]+$/, '')))
    .filter((name) => name !== 'status');

function hasIndex(lookup: Lookup): boolean {
  const { paper } = lookup;
  return narrowing(lookup).some(
    (name) =>
      name === 'id' ||
      name === 'createTime' ||
      !fieldOf(paper, name) ||
      isLookedUp(paper, papers, name) ||
      (paper.uniques ?? []).some(([first]) => first === name),
  );
}

const unindexed = (files: SourceFiles, paths: readonly string[]): Lookup[] =>
  paths.flatMap((path) => lookupsIn(files, path)).filter((one) => !hasIndex(one));

const listed = (lookups: readonly Lookup[]): string[] =>
  lookups.map(({ at, paper, fields }) => `${at}: ${paper.name} by ${fields.join(', ')}`);

test('rooms find rows of large papers by a field that has an index', () => {
  const found = unindexed(new SourceFiles(projectDir), ROOMS);
  expect(listed(found.filter(({ paper }) => !FEW_ROWS.has(paper.name)))).toEqual([]);
  const used = new Set(found.map(({ paper }) => paper.name));
  expect([...FEW_ROWS].filter((name) => !used.has(name))).toEqual([]);
});

test('a planted lookup without an index is reported', () => {
  const path = 'business/garden/planted.server.ts';
  const text = `
    export const first = (reading) => reading.find(repairForm, { urgency: 'high' }, { first: 1 });
    export const second = (reading) => reading.find(repairForm, { urgency: 'high', customerId: '1' }, { first: 1 });
    export const third = (reading) => reading.visible(repairForm, { query: { source_in: 'plan' } }).rows({ first: 1 });`;
  const found = unindexed(new SourceFiles(projectDir, { [path]: text }), [path]);
  expect(found.map(({ at }) => at)).toEqual([`${path}:2`, `${path}:4`]);
});
