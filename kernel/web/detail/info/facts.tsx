import { kindOf } from '#kernel/fields/kinds.ts';
import type { ReactElement, ReactNode } from 'react';
import { isEmpty } from '#kernel/fields/kind.ts';
import { faceOf, viewOf } from '#kernel/fields/kinds.view.tsx';
import type { AnyPaper, FieldName } from '#kernel/language/paper.ts';
import { useLanguage, useT } from '../../i18n/words.ts';
import type { AnyAnsweredRow } from '#kernel/language/calls/shape.ts';

/** A value as lists show it, but with the line breaks of a text. */
export function Value({ of, row, name }: { of: AnyPaper; row: AnyAnsweredRow; name: string }): ReactElement {
  const language = useLanguage();
  const field = of.fields[name];
  const view = viewOf(field);
  const draw = kindOf(field).freeText ? (view.detail ?? view.cell) : view.cell;
  return <>{draw(faceOf(row, name, field, language))}</>;
}

/** Fields of a row with their labels, without empty ones. `wide` fields take the whole width. */
export function FactsSection<P extends AnyPaper>({
  of,
  row,
  names,
  wide = [],
  className = 'look-facts',
  children,
}: {
  of: P;
  row: AnyAnsweredRow;
  names: readonly FieldName<P>[];
  wide?: readonly FieldName<P>[];
  className?: string;
  children?: ReactNode;
}): ReactElement {
  const t = useT();
  return (
    <dl className={className}>
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
