// Lint rules of this product, run by oxlint. They read the syntax tree, so they need not guess as a regular expression
// would.

import { noKindByName } from './kind-names.mjs';
import { noOneHome } from './one-home.mjs';
import { noModuleContext } from './module-contexts.mjs';
import { noOwnOnce } from './own-once.mjs';
import { whyNotLinear } from './linear-expressions.mjs';

const SQL_CLOCK =
  /\b(?:now|clock_timestamp|statement_timestamp|transaction_timestamp)\s*\(\s*\)|\bcurrent_(?:date|timestamp|time)\b|\blocaltime(?:stamp)?\b/i;

/**
 * Refuses the clock of the database in SQL. The clock is injected, so that tests can set it, for example to the last
 * day of a month.
 */
const noSqlClock = {
  create(context) {
    const look = (node, text) => {
      const found = SQL_CLOCK.exec(text);
      if (found)
        context.report({
          node,
          message: `The database's clock (${found[0]}) is not ours: hand the moment over as a parameter.`,
        });
    };
    return {
      Literal: (node) => typeof node.value === 'string' && look(node, node.value),
      TemplateElement: (node) => look(node, node.value.raw),
    };
  },
};

const noOwnClock = {
  create(context) {
    const report = (node) =>
      context.report({
        node,
        message: 'The clock is injected: take the moment from the context, not from the machine.',
      });
    return {
      NewExpression: (node) =>
        node.callee.type === 'Identifier' && node.callee.name === 'Date' && node.arguments.length === 0 && report(node),
      CallExpression: ({ callee, ...node }) => {
        const now =
          callee.type === 'MemberExpression' && callee.object.name === 'Date' && callee.property.name === 'now';
        if (now || (callee.type === 'Identifier' && callee.name === 'Date')) report(callee, node);
      },
    };
  },
};

/** Refuses regular expressions whose time grows faster than the text: people can send texts of a million characters. */
const linearExpressions = {
  create(context) {
    const look = (node, source, flags) => {
      const part = whyNotLinear(source, flags);
      if (part)
        context.report({
          node,
          message: `This expression is not linear: ${part} begins anew at every letter. Bound it, anchor it, or look for its parts by indexOf.`,
        });
    };
    const built = (node) => {
      const [source, flags] = node.arguments;
      if (node.callee.name === 'RegExp' && typeof source?.value === 'string')
        look(node, source.value, typeof flags?.value === 'string' ? flags.value : '');
    };
    return {
      Literal: (node) => node.regex && look(node, node.regex.pattern, node.regex.flags),
      NewExpression: built,
      CallExpression: built,
    };
  },
};

/** Folders that may use native controls: those for phones, whose native ones are better. */
const NATIVE_CONTROLS = ['business/mobile/'];

/** Types of inputs that each browser draws in its own style and language. */
const NATIVE_INPUTS = new Set(['date', 'time', 'month', 'week', 'datetime-local']);
const NATIVE_QUESTIONS = new Set(['confirm', 'alert', 'prompt']);

/**
 * Refuses native selects, date inputs and dialogs such as `confirm` on screens for desks: they have neither our style
 * nor our language.
 */
const noNativeControl = {
  create(context) {
    const path = context.filename.replaceAll('\\', '/');
    if (NATIVE_CONTROLS.some((place) => path.includes(place))) return {};
    const typeOf = (node) => node.attributes.find((one) => one.name?.name === 'type')?.value?.value;
    return {
      JSXOpeningElement(node) {
        if (node.name.name === 'select')
          context.report({
            node,
            message: 'A native select on a desk: use ChoiceBox (kernel/web/pickers/choice-box.tsx).',
          });
        if (NATIVE_INPUTS.has(typeOf(node)))
          context.report({ node, message: `A native ${typeOf(node)} input on a desk: use a picker of our own.` });
      },
      CallExpression({ callee }) {
        const own = callee.type === 'MemberExpression' && ['window', 'globalThis'].includes(callee.object.name);
        if (own && NATIVE_QUESTIONS.has(callee.property.name))
          context.report({ node: callee, message: 'A native question: use ask (kernel/web/dialogs/ask.tsx).' });
      },
    };
  },
};

/**
 * Refuses tests that compare a count of elements once, as the page may still be rendering: `expect.poll` repeats it.
 */
const noCountOnce = {
  create(context) {
    const isCount = (node) =>
      node?.type === 'AwaitExpression' &&
      node.argument.type === 'CallExpression' &&
      node.argument.callee.type === 'MemberExpression' &&
      node.argument.callee.property.name === 'count' &&
      node.argument.arguments.length === 0;
    return {
      CallExpression(node) {
        const { callee } = node;
        if (callee.type !== 'MemberExpression' || callee.property.name !== 'toBe') return;
        const asked = callee.object;
        if (asked.type !== 'CallExpression' || asked.callee.name !== 'expect' || !isCount(asked.arguments[0])) return;
        if (node.arguments[0]?.value === 0) return;
        context.report({ node, message: 'A count asked once: use expect.poll, the page may still be drawing.' });
      },
    };
  },
};

export default {
  meta: { name: 'anju' },
  rules: {
    'no-sql-clock': noSqlClock,
    'no-own-clock': noOwnClock,
    'no-kind-by-name': noKindByName,
    'linear-expressions': linearExpressions,
    'no-native-control': noNativeControl,
    'no-count-once': noCountOnce,
    'no-one-home': noOneHome,
    'no-own-once': noOwnOnce,
    'no-module-context': noModuleContext,
  },
};
