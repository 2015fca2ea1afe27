import type { AnyPaper } from '#kernel/language/paper.ts';
import { papers } from '../../../server/assemble.ts';

export type { AnyPaper };

export function loadedPaper(name: string): AnyPaper {
  const found = papers.get(name);
  if (!found) throw new Error(`there is no paper ${name}`);
  return found;
}
