import type { Label } from '#kernel/language/label.ts';
import type { AnyPaper } from '#kernel/language/paper.ts';
import { findPaper, useAllPapers, useReadable } from '#kernel/web/registry/papers.ts';
import { reportFile } from '../report-file.paper.ts';
import { reportField } from '../report.rules.ts';

type Values = Readonly<Record<string, unknown>>;

/**
 * Return the paper of a report with the fields that the person may read. Undefined while its definition is not loaded,
 * or if it is unknown.
 */
export function useSource(values: Values): AnyPaper | undefined {
  useAllPapers();
  const named = findPaper(typeof values.paperName === 'string' ? values.paperName : undefined);
  const seen = useReadable(named ?? reportFile);
  return named && seen;
}

/** Return the label of a field; a dash if the person may not read it. */
export const labelOf = (of: AnyPaper | undefined, name: string): Label =>
  (of && reportField(of, name)?.label) ?? ['—', '—'];
