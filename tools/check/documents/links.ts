import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Check } from '../check.ts';
import { filesIn } from '../source-files.ts';

/** Checks that every relative link of a document leads to a file, and to a heading if it names one. */
export const links: Check = {
  name: 'links of documents',
  selfTest: {
    files: {
      'README.md':
        '# 花园 Words: a `b`\n\n[tour](docs/tour.md) [gone](docs/gone.md) ![picture](docs/none.png) [out](https://example.org#x) [here](#花园-words-a-b) [lost](#weeds)\n\n```md\n[sample](nowhere.md)\n# Weeds\n```\n',
      'docs/tour.md':
        '## Step\n\n[back](../README.md#花园-words-a-b) [room](../business/garden/) [on](#step) [off](../README.md#step)\n',
      'business/garden/README.md': '[lost](../shed/README.md)\n',
    },
    reported: [
      /README\.md: docs\/gone\.md/,
      /README\.md: docs\/none\.png/,
      /garden\/README\.md: \.\.\/shed/,
      /^README\.md: #weeds is no heading/,
      /tour\.md: \.\.\/README\.md#step is no heading/,
    ],
  },
  look(tree) {
    const documents = [
      ...filesIn(tree, ['docs', 'business', 'kernel'], /\.md$/),
      ...['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md'].filter((path) => existsSync(join(tree, path))),
    ];
    return Promise.resolve({ files: documents.length, problems: documents.flatMap((path) => faultsOf(tree, path)) });
  },
};

function faultsOf(tree: string, path: string): string[] {
  return targetsOf(readFileSync(join(tree, path), 'utf8')).flatMap((target) => {
    const [file = '', heading] = target.split('#');
    const to = file === '' ? join(tree, path) : join(tree, dirname(path), file);
    if (!existsSync(to)) return [`${path}: ${target} is not there.`];
    if (!heading || !to.endsWith('.md') || headingsOf(readFileSync(to, 'utf8')).has(heading)) return [];
    return [`${path}: ${target} is no heading.`];
  });
}

const withoutSamples = (markdown: string): string => markdown.replace(/```[\s\S]*?```/g, '');

function targetsOf(markdown: string): string[] {
  return [...withoutSamples(markdown).matchAll(/\]\(([^)\s]+)[^)]*\)/g)]
    .map((found) => decodeURI(found[1] ?? ''))
    .filter((target) => target !== '' && !/^[a-z]+:/.test(target));
}

/** Return the anchors of the headings, in the form that GitHub makes them. */
const headingsOf = (markdown: string): ReadonlySet<string> =>
  new Set(
    [...withoutSamples(markdown).matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
      title
        .trim()
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
        .replaceAll(' ', '-'),
    ),
  );
