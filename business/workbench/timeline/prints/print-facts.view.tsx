import type { ReactElement, ReactNode } from 'react';
import { isEmpty } from '#kernel/fields/kind.ts';
import type { AnyPaper, FieldName } from '#kernel/language/paper.ts';
import { useT } from '#kernel/web/i18n/words.ts';
import { Value } from '#business/completion/review/facts.view.tsx';
import type { AnyAnsweredRow } from '#kernel/language/calls/shape.ts';

/** Fields of a row on paper; long ones over the whole width. */
export function PrintFacts<P extends AnyPaper>({
  of,
  row,
  names,
  wide = [],
  children,
}: {
  of: P;
  row: AnyAnsweredRow;
  names: readonly FieldName<P>[];
  wide?: readonly FieldName<P>[];
  children?: ReactNode;
}): ReactElement {
  const t = useT();
  return (
    <dl className="sheet-facts">
      {names
        .filter((name) => !isEmpty(row[name]))
        .map((name) => (
          <div key={name} data-wide={wide.includes(name)}>
            <dt>{t(of.fields[name].label)}</dt>
            <dd>
              <Value of={of} row={row} name={name} />
            </dd>
          </div>
        ))}
      {children}
    </dl>
  );
}
