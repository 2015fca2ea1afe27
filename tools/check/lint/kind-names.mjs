// Refuses comparing a field kind by its name outside kernel/fields. Behaviour of a kind must be a property of the kind,
// defined in its folder.

import { existsSync, readFileSync } from 'node:fs';

const REGISTRY = new URL('../../../kernel/fields/generated/kinds.ts', import.meta.url);

/** Names of all kinds, read from the generated registry. */
const names = new Set(
  existsSync(REGISTRY)
    ? [...readFileSync(REGISTRY, 'utf8').matchAll(/^ {2}(\w+): \w+Kind,$/gm)].map(([, name]) => name)
    : [],
);

/** Files in which `kind` belongs to something else with the same word as a field kind. */
const OTHERS = [
  // Here `kind` is that of a data scope, such as the department of a person.
  'kernel/language/permission.ts',
  // Here `kind` is that of a factor of pay, such as a price.
  'business/piecework/wages/wage-sheet.server.ts',
  'business/mobile/me/dispute-sheet.view.tsx',
  // These files write the source text of definitions, which contains names of kinds.
  'business/platform/develop/definition-text.rules.ts',
  'business/platform/develop/planned.server.ts',
];

const isName = (node) => node?.type === 'Literal' && names.has(node.value);

/** Return whether a node reads a kind: `field.kind`, `field?.kind`, `kind`, `field.kind ?? ''`. */
function isKind(node) {
  if (!node) return false;
  if (node.type === 'ChainExpression' || node.type === 'TSNonNullExpression' || node.type === 'TSAsExpression')
    return isKind(node.expression);
  if (node.type === 'LogicalExpression') return isKind(node.left);
  if (node.type === 'MemberExpression') return !node.computed && node.property.name === 'kind';
  return node.type === 'Identifier' && node.name === 'kind';
}

/** Return the names of kinds in a list, a set, or the keys of an object. */
function namesIn(node) {
  if (!node) return [];
  if (node.type.startsWith('TS') && node.expression) return namesIn(node.expression);
  if (node.type === 'ArrayExpression') return node.elements.filter(isName).map(({ value }) => value);
  if (node.type === 'NewExpression') return namesIn(node.arguments[0]);
  if (node.type !== 'ObjectExpression') return [];
  return node.properties.map(({ key }) => key?.name ?? key?.value).filter((name) => names.has(name));
}

export const noKindByName = {
  create(context) {
    const path = context.filename.replaceAll('\\', '/');
    if (OTHERS.some((other) => path.endsWith(other))) return {};
    const report = (node, found) =>
      context.report({ node, message: `The kind ${found} is compared by its name: ask for a facet of the kind.` });
    /**
     * Lists of kind names in this file by variable, and the variables that are tested for a kind. They are compared at
     * the end, as a list may be declared after its use.
     */
    const lists = new Map();
    const asked = [];
    const ask = (node) => {
      if (node.type === 'Identifier') asked.push(node);
      else for (const name of namesIn(node)) report(node, name);
    };
    return {
      BinaryExpression(node) {
        const { left, right } = node;
        if (isKind(left) && isName(right)) report(node, right.value);
        else if (isKind(right) && isName(left)) report(node, left.value);
      },
      SwitchStatement(node) {
        if (isKind(node.discriminant)) for (const { test } of node.cases) if (isName(test)) report(test, test.value);
      },
      VariableDeclarator({ id, init }) {
        if (id.type === 'Identifier' && namesIn(init).length > 0) lists.set(id.name, namesIn(init));
      },
      CallExpression({ callee, arguments: [first] }) {
        if (
          callee.type === 'MemberExpression' &&
          ['has', 'includes', 'indexOf'].includes(callee.property.name) &&
          isKind(first)
        )
          ask(callee.object);
      },
      MemberExpression({ computed, object, property }) {
        if (computed && isKind(property)) ask(object);
      },
      'Program:exit'() {
        for (const node of asked) for (const name of lists.get(node.name) ?? []) report(node, name);
      },
    };
  },
};
