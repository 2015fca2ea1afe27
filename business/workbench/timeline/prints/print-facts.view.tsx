import type { ComponentProps, ReactElement } from 'react';
import type { AnyPaper } from '#kernel/language/paper.ts';
import { FactsSection } from '#kernel/web/detail/info/facts.tsx';

/** Fields of a row on a printed sheet. */
export const PrintFacts = <P extends AnyPaper>(props: ComponentProps<typeof FactsSection<P>>): ReactElement => (
  <FactsSection {...props} className="sheet-facts" />
);
