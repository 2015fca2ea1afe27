import type { AnyPaper } from '#kernel/language/paper.ts';
import { findPaper } from '../registry/papers.ts';

/** One kind of lines that are saved with a paper; `name` is their name in its body. */
export interface FormLine {
  readonly name: string;
  readonly paper: AnyPaper;
  readonly parent: string;
}

export const linesIn = (of: AnyPaper): FormLine[] =>
  (Object.entries(of.lines ?? {}) as [string, { paper: string; parent: string }][]).flatMap(
    ([name, { paper, parent }]) => {
      const found = findPaper(paper);
      return found ? [{ name, paper: found, parent }] : [];
    },
  );
