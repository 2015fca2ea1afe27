import type { Label } from '#kernel/language/label.ts';
import type { AnyPaper } from '#kernel/language/paper.ts';
import type { RouteFacts } from '../route.ts';

/** Where a call stands: below its paper, or where its definition says. */
export const placeOf = (paper: AnyPaper, path: string): string =>
  path.startsWith('blade-') ? path : `${paper.path}/${path}`;

export const facts = (
  paper: AnyPaper,
  method: 'GET' | 'POST',
  path: string,
  needs: string,
  summary: Label,
  more: Partial<RouteFacts> & Pick<RouteFacts, 'contract'>,
): RouteFacts => ({ method, path: placeOf(paper, path), needs, summary, paper, ...more });

export const about = (paper: AnyPaper, zh: string, en: string): Label => [
  `${paper.title[0]}：${zh}`,
  `${paper.title[1]}: ${en}`,
];
