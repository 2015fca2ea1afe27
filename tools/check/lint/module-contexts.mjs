// A context belongs to one transaction and one authority. In a module variable, it or its data would reach another act.

const CONTEXTS = new Set(['Context', 'Reading', 'Writing', 'Transaction', 'ActContext', 'DatabaseSession']);
const MESSAGE =
  'A context in state of a module: pass what was read in it as an argument, or return it from the work before (DueWork.first).';

/** Types of nodes that are not searched: functions receive a context but do not store it. */
const OPAQUE = new Set([
  'TSFunctionType',
  'TSConstructorType',
  'TSMethodSignature',
  'TSTypeQuery',
  'FunctionExpression',
  'ArrowFunctionExpression',
  'ClassExpression',
]);

/** Return whether a declaration contains the type of a context. */
function namesContext(node) {
  if (!node || typeof node.type !== 'string' || OPAQUE.has(node.type)) return false;
  if (node.type === 'TSTypeReference' && node.typeName?.type === 'Identifier' && CONTEXTS.has(node.typeName.name))
    return true;
  return Object.entries(node).some(
    ([key, value]) => key !== 'parent' && (Array.isArray(value) ? value : [value]).some(namesContext),
  );
}

const declarationOf = (node) => (node.type === 'ExportNamedDeclaration' ? node.declaration : node);

/** Return the variables that a statement declares, or the static fields of its class. */
function stateOf(node) {
  const declaration = declarationOf(node);
  if (declaration?.type === 'VariableDeclaration') return declaration.declarations;
  if (declaration?.type !== 'ClassDeclaration') return [];
  return declaration.body.body.filter((one) => one.type === 'PropertyDefinition' && one.static);
}

/** Refuses module variables, maps, sets and static fields that hold a context. */
export const noModuleContext = {
  create(context) {
    return {
      Program(program) {
        for (const one of program.body.flatMap(stateOf))
          if (namesContext(one)) context.report({ node: one, message: MESSAGE });
      },
    };
  },
};
