// A customer may have several homes, so a query for one home of a customer returns an arbitrary one.

const ASKS = new Set(['find', 'visible', 'readVisible']);
const MESSAGE =
  'A customer may have several homes: ask for the home of the file, the machine or the alarm (business/operation/households/files/home-of-file.server.ts).';

const propertyOf = (node, name) =>
  node?.type === 'ObjectExpression'
    ? node.properties.find((one) => one.type === 'Property' && one.key.name === name)?.value
    : undefined;

/** Return whether a filter has a customer, directly or in `match`. */
const namesCustomer = (node) =>
  propertyOf(node, 'customerId') !== undefined || propertyOf(propertyOf(node, 'match'), 'customerId') !== undefined;

const isOne = (node) => node?.type === 'Literal' && node.value === 1;

/** Return whether only the first result is used, as in `const [home] = await …`. */
function takesFirst(node) {
  let { parent } = node;
  while (parent && ['AwaitExpression', 'ConditionalExpression', 'TSAsExpression'].includes(parent.type))
    parent = parent.parent;
  return parent?.type === 'VariableDeclarator' && parent.id.type === 'ArrayPattern' && parent.id.elements.length === 1;
}

const SQL_ONE = /\b(?:op_household|householdFacts|household\.table)\b[^;]*\bcustomer_id\s*=[^;]*\blimit\s+1\b/is;

/** Refuses queries for one home of a customer, by a reader with limit 1 or in SQL. */
export const noOneHome = {
  create(context) {
    /** Return the text of a template, with its expressions as they are in the source. */
    const wholeText = ({ quasis, expressions }) =>
      quasis
        .map(({ value }, at) => value.raw + (expressions[at] ? context.sourceCode.getText(expressions[at]) : ''))
        .join('');
    const look = (node, text) => SQL_ONE.test(text) && context.report({ node, message: MESSAGE });
    return {
      CallExpression(node) {
        const [paper, filter, limit] = node.arguments;
        if (node.callee.type !== 'MemberExpression' || !ASKS.has(node.callee.property.name)) return;
        if (paper?.type !== 'Identifier' || paper.name !== 'household' || !namesCustomer(filter)) return;
        if (isOne(propertyOf(limit, 'first')) || isOne(limit) || isOne(propertyOf(filter, 'limit')) || takesFirst(node))
          context.report({ node, message: MESSAGE });
      },
      Literal: (node) => typeof node.value === 'string' && look(node, node.value),
      TemplateLiteral: (node) => look(node, wholeText(node)),
    };
  },
};
