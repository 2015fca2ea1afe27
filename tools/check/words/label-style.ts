import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Check } from '../check.ts';
import { filesIn } from '../source-files.ts';
import { labelsIn } from './labels.ts';

/** Matches placeholders of a text, which are left out. */
const PLACE = /\$\{(?:[^{}]|\{[^}]*\})*\}/g;
const HALF_WIDTH = /[一-鿿]\s?\(|\([^()]*[一-鿿]/;
/** Matches a plural in brackets such as `(s)`; labels use `counted` instead. */
const ONE_OR_MANY = /[a-z]\(e?s\)/;
/** "Paper" is a word of the code only: labels say document, or paper for the material of slips. */
const CODE_WORD = /\bpapers?\b(?! slip)/i;
const ONE_SEX = /\b(he|she|his|her|hers|him|himself|herself)\b/i;

/**
 * Return faults in the style of a label. Chinese needs full-width brackets. English needs gender-neutral words, no
 * plural written as "(s)", and "document" for paper.
 */
function styleFaults(zh: string, en: string): string[] {
  const sex = ONE_SEX.exec(en.replaceAll(PLACE, ' '))?.[0];
  return [
    // A text with `=>` is code, whose brackets are left as they are.
    ...(!zh.includes('=>') && HALF_WIDTH.test(zh.replaceAll(PLACE, ' '))
      ? [`“${zh}” has brackets of half width: write （）`]
      : []),
    ...(ONE_OR_MANY.test(en) ? [`“${en}” counts by “(s)”: use \`counted\``] : []),
    ...(CODE_WORD.test(en.replaceAll(PLACE, ' ')) ? [`“${en}” speaks of papers: write document`] : []),
    ...(sex ? [`“${sex}” in “${en}” leaves people out`] : []),
  ];
}

/** Checks that labels follow the typography of both languages. */
export const labelStyle: Check = {
  name: 'style of labels',
  selfTest: {
    files: {
      'business/shop/shop.view.tsx':
        "export const good = [['面积（㎡）', 'Area (m²)'], [`${a}（${b}）`, `${a} (${b})`], ['这里', 'The other one, there']];\nexport const half = ['面积(㎡)', 'Area (m²)'];\nexport const sex = ['本人', 'Nobody judges his own work'];\nexport const many = [`${n}行`, `${n} row(s)`];\nexport const code = [['单据', 'Papers'], ['纸质单', 'From a paper slip']];\n",
    },
    reported: [
      /shop\.view\.tsx:2: “面积\(㎡\)” has brackets of half width/,
      /shop\.view\.tsx:3: “his” in “Nobody judges his own work” leaves people out/,
      /shop\.view\.tsx:4: “\$\{n\} row\(s\)” counts by “\(s\)”/,
      /shop\.view\.tsx:5: “Papers” speaks of papers/,
    ],
  },
  look(tree) {
    const files = filesIn(tree, ['business', 'kernel', 'server', 'web'], /\.tsx?$/).filter(
      (path) => !/\.test\.ts|\/testing\//.test(path),
    );
    const problems = files.flatMap((path) =>
      labelsIn(readFileSync(join(tree, path), 'utf8')).flatMap(({ line, zh, en }) =>
        styleFaults(zh, en).map((fault) => `${path}:${line}: ${fault}.`),
      ),
    );
    return Promise.resolve({ files: files.length, problems });
  },
};
