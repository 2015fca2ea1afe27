import type { HttpMethod } from '#kernel/language/calls/call.ts';
import { placeUnder } from '#kernel/language/calls/place.ts';
import type { Label } from '#kernel/language/label.ts';
import type { AnyPaper } from '#kernel/language/paper.ts';
import type { RouteFacts } from '../route.ts';

export const facts = (
  paper: AnyPaper,
  method: HttpMethod,
  path: string,
  needs: string,
  summary: Label,
  more: Partial<RouteFacts> & Pick<RouteFacts, 'contract'>,
): RouteFacts => ({ method, path: placeUnder(paper, path), needs, summary, paper, ...more });

export const about = (paper: AnyPaper, zh: string, en: string): Label => [
  `${paper.title[0]}：${zh}`,
  `${paper.title[1]}: ${en}`,
];
