import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Check } from '../check.ts';
import { filesIn } from '../source-files.ts';

/** Every relative link of a document leads to a file that is there. */
export const links: Check = {
  name: 'links of documents',
  selfTest: {
    files: {
      'README.md':
        '[tour](docs/tour.md) [gone](docs/gone.md) ![picture](docs/none.png) [out](https://example.org) [here](#words)\n\n```md\n[sample](nowhere.md)\n```\n',
      'docs/tour.md': '[back](../README.md#words) [room](../business/garden/)\n',
      'business/garden/README.md': '[lost](../shed/README.md)\n',
    },
    reported: [/README\.md: docs\/gone\.md/, /README\.md: docs\/none\.png/, /garden\/README\.md: \.\.\/shed/],
  },
  look(tree) {
    const documents = [
      ...filesIn(tree, ['docs', 'business', 'kernel'], /\.md$/),
      ...['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md'].filter((path) => existsSync(join(tree, path))),
    ];
    const problems = documents.flatMap((path) =>
      targetsOf(readFileSync(join(tree, path), 'utf8'))
        .filter((target) => !existsSync(join(tree, dirname(path), target)))
        .map((target) => `${path}: ${target} is not there.`),
    );
    return Promise.resolve({ files: documents.length, problems });
  },
};

function targetsOf(markdown: string): string[] {
  const prose = markdown.replace(/```[\s\S]*?```/g, '');
  return [...prose.matchAll(/\]\(([^)\s]+)[^)]*\)/g)]
    .map((found) => (found[1] ?? '').split('#')[0] ?? '')
    .filter((target) => target !== '' && !/^[a-z]+:/.test(target))
    .map(decodeURI);
}
