// A query for an existing row before a write lets two simultaneous writers through. `once`, `unique` or `duplicates` of
// the definition take a lock.

const READS = new Set(['find']);
const WRITES = new Set(['create', 'submit', 'behaviour']);
const MESSAGE =
  'Declare what is stored once in the definition (once, uniques, unique, duplicates): an own query lets two writers at once through.';

/** Return the paper that an expression reads: `await context.find(paper)`, `(await …).find(…)`, `cond && await …`. */
function readIn(node) {
  if (!node) return undefined;
  if (node.type === 'AwaitExpression') return readIn(node.argument);
  if (node.type === 'LogicalExpression') return readIn(node.right);
  if (node.type !== 'CallExpression' || node.callee.type !== 'MemberExpression') return undefined;
  if (READS.has(node.callee.property.name) && node.arguments[0]?.type === 'Identifier') return node.arguments[0].name;
  return readIn(node.callee.object);
}

const nameIn = (id) =>
  id.type === 'Identifier'
    ? id.name
    : id.type === 'ArrayPattern' && id.elements[0]?.name
      ? id.elements[0].name
      : undefined;

/** Return the variable of a test that is true if a row exists: `x`, `x.length`, `x.some(…)`, `x.length > 0`. */
function testedIn(test) {
  if (test.type === 'Identifier') return test.name;
  if (test.type === 'MemberExpression' && test.property.name === 'length') return testedIn(test.object);
  if (test.type === 'BinaryExpression' && test.operator === '>' && test.right.value === 0) return testedIn(test.left);
  if (test.type === 'CallExpression' && test.callee.property?.name === 'some') return testedIn(test.callee.object);
  if (test.type === 'LogicalExpression') return testedIn(test.left);
  return undefined;
}

const refuses = (node) => {
  const first = node.type === 'BlockStatement' ? node.body[0] : node;
  return first?.type === 'ThrowStatement';
};

/** Refuses a refusal that depends on an own query for rows of a paper that the file also writes. */
export const noOwnOnce = {
  create(context) {
    if (!/business\/.*\.server\.ts$/.test(context.filename.replaceAll('\\', '/'))) return {};
    const written = new Set();
    const read = new Map();
    const guards = [];
    /** Return the position of the enclosing function, which distinguishes variables of the same name. */
    const placeOf = (node) => {
      let at = node;
      while (at.parent && !/Function/.test(at.type)) at = at.parent;
      return at.range?.[0] ?? at.start;
    };
    return {
      VariableDeclarator(node) {
        const paper = readIn(node.init);
        const name = nameIn(node.id);
        if (paper && name) read.set(`${placeOf(node)} ${name}`, paper);
      },
      CallExpression({ callee, arguments: [first] }) {
        const name = callee.type === 'MemberExpression' ? callee.property.name : callee.name;
        if (WRITES.has(name) && first?.type === 'Identifier') written.add(first.name);
      },
      IfStatement(node) {
        if (refuses(node.consequent)) guards.push([node, `${placeOf(node)} ${testedIn(node.test)}`]);
      },
      'Program:exit'() {
        for (const [node, variable] of guards)
          if (written.has(read.get(variable))) context.report({ node, message: MESSAGE });
      },
    };
  },
};
