import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Check } from '../check.ts';
import { filesIn } from '../source-files.ts';

const FOLDER = 'docs/decisions';
const INDEX = `${FOLDER}/README.md`;
const MAX_WORDS = 6;
/** Matches punctuation and words that make a title a sentence or a question instead of a topic. */
const SENTENCE =
  /[.,:;?!]|^(what|who|whom|whoever|whose|how|why|when|where|nobody|somebody|so|only)\b|\b(is|are|was|were|be|has|have|had|do|does|did|may|can|must|will|goes|go|says|say|asks|ask|stands|stand|keeps|keep|needs|comes|come)\b/i;

/** Checks that each decision has a short topic as its title, the same in its file and in the list. */
export const decisionTitles: Check = {
  name: 'titles of decisions',
  selfTest: {
    files: {
      [INDEX]:
        '- [001 Rose beds](001-roses.md)\n- [002 Roses stand in beds](002-beds.md)\n- [003 Watering of all roses in dry summers](003-water.md)\n- [004 Soil](004-soil.md)\n- [006 Gone](006-gone.md)\n',
      [`${FOLDER}/001-roses.md`]: '# 001 Rose beds\n\nText.\n',
      [`${FOLDER}/002-beds.md`]: '# 002 Roses stand in beds\n',
      [`${FOLDER}/003-water.md`]: '# 003 Watering of all roses in dry summers\n',
      [`${FOLDER}/004-soil.md`]: '# 004 Earth\n',
      [`${FOLDER}/005-thorns.md`]: '# 05 Thorns\n',
    },
    reported: [
      /002-beds\.md: “Roses stand in beds” is a sentence/,
      /003-water\.md: “.*” has 7 words, at most 6/,
      /004-soil\.md: its title is “004 Earth”, the list says “004 Soil”/,
      /005-thorns\.md: its title is “05 Thorns”, the list says nothing/,
      /005-thorns\.md: its title does not begin with 005/,
      /006-gone\.md is not there/,
    ],
  },
  look(tree) {
    const files = filesIn(tree, [FOLDER], /\/\d{3}-[^/]+\.md$/).map((path) => path.slice(FOLDER.length + 1));
    const listed = new Map(
      [...readFileSync(join(tree, INDEX), 'utf8').matchAll(/^- \[(.+?)\]\((\d{3}-[^)]+\.md)\)$/gm)].map(
        ([, title = '', file = '']) => [file, title],
      ),
    );
    const gone = [...listed.keys()].filter((file) => !existsSync(join(tree, FOLDER, file)));
    return Promise.resolve({
      files: files.length,
      problems: [
        ...files.flatMap((file) =>
          faultsOf(file, readFileSync(join(tree, FOLDER, file), 'utf8'), listed.get(file)).map(
            (fault) => `${FOLDER}/${file}: ${fault}`,
          ),
        ),
        ...gone.map((file) => `${INDEX}: ${file} is not there.`),
      ],
    });
  },
};

function faultsOf(file: string, text: string, listed: string | undefined): string[] {
  const title = /^# (.+)/.exec(text)?.[1] ?? '';
  const topic = title.replace(/^\d+ /, '');
  const words = topic.split(/\s+/).length;
  return [
    ...(title === listed ? [] : [`its title is “${title}”, the list says ${listed ? `“${listed}”` : 'nothing'}.`]),
    ...(title.startsWith(`${file.slice(0, 3)} `) ? [] : [`its title does not begin with ${file.slice(0, 3)}.`]),
    ...(words > MAX_WORDS ? [`“${topic}” has ${words} words, at most ${MAX_WORDS}.`] : []),
    ...(SENTENCE.test(topic) ? [`“${topic}” is a sentence.`] : []),
  ];
}
