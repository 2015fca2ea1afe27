// Rules of our own, run by oxlint: what a regular expression over the source could only guess, the syntax tree knows.

const SQL_CLOCK = /\b(?:now|clock_timestamp|statement_timestamp|transaction_timestamp)\s*\(\s*\)|\bcurrent_(?:date|timestamp|time)\b|\blocaltime(?:stamp)?\b/i;

/** The clock of a request is injected, or no story could tell what happens on the last day of a month. */
const noSqlClock = {
  create(context) {
    const look = (node, text) => {
      const found = SQL_CLOCK.exec(text);
      if (found) context.report({ node, message: `The database's clock (${found[0]}) is not ours: hand the moment over as a parameter.` });
    };
    return {
      Literal: (node) => typeof node.value === 'string' && look(node, node.value),
      TemplateElement: (node) => look(node, node.value.raw),
    };
  },
};

const noOwnClock = {
  create(context) {
    const report = (node) => context.report({ node, message: 'The clock is injected: take the moment from the context, not from the machine.' });
    return {
      NewExpression: (node) => node.callee.type === 'Identifier' && node.callee.name === 'Date' && node.arguments.length === 0 && report(node),
      CallExpression: ({ callee, ...node }) => {
        const now = callee.type === 'MemberExpression' && callee.object.name === 'Date' && callee.property.name === 'now';
        if (now || (callee.type === 'Identifier' && callee.name === 'Date')) report(callee, node);
      },
    };
  },
};

export default { meta: { name: 'anju' }, rules: { 'no-sql-clock': noSqlClock, 'no-own-clock': noOwnClock } };
