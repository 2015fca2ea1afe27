// A context belongs to one transaction and one authority: state of a module would hand it, or what was read in it, to another act.

const CONTEXTS = new Set(['Context', 'Reading', 'Writing', 'Transaction', 'ActContext', 'DatabaseSession']);
const MESSAGE =
  'A context in state of a module: pass what was read in it as an argument, or return it from the work before (DueWork.first).';

/** Functions that take a context hold none; types of functions neither. */
const OPAQUE = new Set([
  'TSFunctionType',
  'TSConstructorType',
  'TSMethodSignature',
  'TSTypeQuery',
  'FunctionExpression',
  'ArrowFunctionExpression',
  'ClassExpression',
]);

/** Does a part of a declaration name the type of a context? */
function namesContext(node) {
  if (!node || typeof node.type !== 'string' || OPAQUE.has(node.type)) return false;
  if (node.type === 'TSTypeReference' && node.typeName?.type === 'Identifier' && CONTEXTS.has(node.typeName.name))
    return true;
  return Object.entries(node).some(
    ([key, value]) => key !== 'parent' && (Array.isArray(value) ? value : [value]).some(namesContext),
  );
}

const declarationOf = (node) => (node.type === 'ExportNamedDeclaration' ? node.declaration : node);

/** The variables of a module, and the static fields of its classes. */
function stateOf(node) {
  const declaration = declarationOf(node);
  if (declaration?.type === 'VariableDeclaration') return declaration.declarations;
  if (declaration?.type !== 'ClassDeclaration') return [];
  return declaration.body.body.filter((one) => one.type === 'PropertyDefinition' && one.static);
}

/** Refuse contexts in variables of a module, in its maps and sets, and in static fields. */
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
