import type { Label } from '#kernel/language/label.ts';
import type { AnyPaper } from '#kernel/language/paper.ts';
import { findPaper, useAllPapers, useReadable } from '#kernel/web/registry/papers.ts';
import { reportFile } from '../report-file.paper.ts';
import { reportField } from '../report.rules.ts';

type Values = Readonly<Record<string, unknown>>;

/** Whose rows a report is about, as this person may read them. Papers of rooms that come later are there once these have come. */
export function useSource(values: Values): AnyPaper | undefined {
  useAllPapers();
  const named = findPaper(typeof values.paperName === 'string' ? values.paperName : undefined);
  const seen = useReadable(named ?? reportFile);
  return named && seen;
}

/** How a field of it is called; what is not there for this person is a dash. */
export const labelOf = (of: AnyPaper | undefined, name: string): Label =>
  (of && reportField(of, name)?.label) ?? ['—', '—'];
