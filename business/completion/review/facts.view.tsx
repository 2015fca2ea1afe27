import { kindOf } from '#kernel/fields/kinds.ts';
import type { ReactElement, ReactNode } from 'react';
import { isEmpty } from '#kernel/fields/kind.ts';
import { faceOf, viewOf } from '#kernel/fields/kinds.view.tsx';
import type { AnyPaper, FieldName } from '#kernel/language/paper.ts';
import { useLanguage, useT } from '#kernel/web/i18n/words.ts';
import type { AnyAnsweredRow } from '#kernel/language/calls/shape.ts';

/** A field of a row as lists show it; a text keeps its lines. */
export function Value({ of, row, name }: { of: AnyPaper; row: AnyAnsweredRow; name: string }): ReactElement {
  const language = useLanguage();
  const field = of.fields[name];
  const view = viewOf(field);
  const draw = kindOf(field).freeText ? (view.detail ?? view.cell) : view.cell;
  return <>{draw(faceOf(row, name, field, language))}</>;
}

/** Some fields of a row with their labels; what is empty is absent. */
export function FactsSection<P extends AnyPaper>({
  of,
  row,
  names,
  children,
}: {
  of: P;
  row: AnyAnsweredRow;
  names: readonly FieldName<P>[];
  children?: ReactNode;
}): ReactElement {
  const t = useT();
  return (
    <dl className="look-facts">
      {names
        .filter((name) => !isEmpty(row[name]))
        .map((name) => (
          <div key={name}>
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
