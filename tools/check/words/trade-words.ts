import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pluralOf } from '#kernel/language/plural.ts';
import type { Check } from '../check.ts';
import { filesIn } from '../source-files.ts';
import { GLOSSARY, type GlossaryTerm } from './glossary.ts';
import { labelsIn } from './labels.ts';

/** Matches placeholders of a text, which are left out. */
const PLACE = /\$\{(?:[^{}]|\{[^}]*\})*\}/g;

const formsOf = ({ en, plural, forms = [] }: GlossaryTerm): string[] => [en, plural ?? pluralOf(en), ...forms];

/** Return the terms in a Chinese text; a term within a longer one does not count. */
function termsIn(zh: string): GlossaryTerm[] {
  let left = zh;
  return GLOSSARY.toSorted((a, b) => b.zh.length - a.zh.length).filter((term) => {
    if (!left.includes(term.zh)) return false;
    left = left.replaceAll(term.zh, ' ');
    return true;
  });
}

const says = (text: string, word: string): boolean => new RegExp(`\\b${RegExp.escape(word)}\\b`, 'i').test(text);

/**
 * Return faults in the words of a label. A label that is a single term must be the glossary's word for it. A longer
 * label must not use a word that the glossary excludes for one of its terms.
 */
function wordFaults(zh: string, en: string): string[] {
  const text = en.replaceAll(PLACE, ' ').trim();
  const whole = GLOSSARY.find((term) => term.zh === zh);
  if (whole && !formsOf(whole).includes(text.toLowerCase()))
    return [`“${en}” for ${zh}: the glossary says “${whole.en}”`];
  return termsIn(zh).flatMap(({ zh: term, en: right, not = [] }) =>
    not
      .filter((word) => says(text.toLowerCase().replaceAll(right, ' '), word))
      .map((word) => `“${word}” for ${term}: the glossary says “${right}”`),
  );
}

/** Return words of the glossary that two terms share, which would be confused. */
const twice = (of: 'zh' | 'en'): string[] => {
  const allowed = new Set(['work order']);
  const words = GLOSSARY.map((term) => term[of]);
  return words
    .filter((word, at) => words.indexOf(word) !== at && !allowed.has(word))
    .map((word) => `the glossary has “${word}” twice.`);
};

/** Checks that all labels use the words of the glossary, one for each term. */
export const tradeWords: Check = {
  name: 'words of the trade',
  selfTest: {
    files: {
      'business/shop/shop.view.tsx':
        "export const good = [['派工单', 'Dispatch orders'], ['催单', 'Follow-up'], ['新派工单', 'New dispatch order']];\nexport const other = ['派工单', 'Dispatch form'];\nexport const within = ['没有工资单', `No wage sheet ${of.month}`];\nexport const place = ['仓库 A', `${of.store}`];\nexport const view = ['被催', 'Chased'];\nexport const said = ['催单回访', 'Chased again'];\n",
    },
    reported: [
      /shop\.view\.tsx:2: “Dispatch form” for 派工单: the glossary says “dispatch order”/,
      /shop\.view\.tsx:3: “wage sheet” for 工资单: the glossary says “payslip”/,
      /shop\.view\.tsx:5: “Chased” for 被催: the glossary says “followed up”/,
      /shop\.view\.tsx:6: “chased” for 催单: the glossary says “follow-up call”/,
    ],
  },
  look(tree) {
    const files = filesIn(tree, ['business', 'kernel', 'server', 'web'], /\.tsx?$/).filter(
      (path) => !/\.test\.ts|\/testing\//.test(path),
    );
    const problems = files.flatMap((path) =>
      labelsIn(readFileSync(join(tree, path), 'utf8')).flatMap(({ line, zh, en }) =>
        wordFaults(zh, en).map((fault) => `${path}:${line}: ${fault}.`),
      ),
    );
    return Promise.resolve({ files: files.length, problems: [...twice('zh'), ...twice('en'), ...problems] });
  },
};
