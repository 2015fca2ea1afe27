import type { ReactElement, ReactNode } from 'react';
import { kindOf } from '#kernel/fields/kinds.ts';
import type { AnyAnsweredRow } from '#kernel/language/calls/shape.ts';
import type { Label } from '#kernel/language/label.ts';
import type { AnyPaper } from '#kernel/language/paper.ts';
import { Value } from '../../detail/info/facts.tsx';
import { useT } from '../../i18n/words.ts';

interface Props {
  readonly of: AnyPaper;
  readonly rows: readonly AnyAnsweredRow[];
  readonly names: readonly string[];
  /** A column before the fields, with a text for each row. */
  readonly before?: { readonly label: Label; readonly text: (row: AnyAnsweredRow) => string };
  /** End of the sheet, such as signatures. It stays on the page of the last lines. */ readonly children?: ReactNode;
}

/** Number of last lines that stay on the page of the end of the sheet. */
const LAST_LINES = 3;

/** Numbered lines of a printed paper. The table breaks between rows, and its head is repeated on each page. */
export function SheetLines({ of, rows, names, before, children }: Props): ReactElement {
  const t = useT();
  const side = (name: string): string => {
    const { align, time } = kindOf(of.fields[name]);
    return align === 'end' ? 'end' : time ? 'whole' : '';
  };
  const last = Math.max(0, rows.length - LAST_LINES);
  const lineOf = (row: AnyAnsweredRow, at: number): ReactElement => (
    <tr key={row.id}>
      <td>{at + 1}</td>
      {before && <td className="mono">{before.text(row)}</td>}
      {names.map((name) => (
        <td key={name} className={side(name)}>
          <Value of={of} row={row} name={name} />
        </td>
      ))}
    </tr>
  );
  return (
    <section className="sheet-part sheet-lines">
      <table>
        <thead>
          <tr>
            <th>#</th>
            {before && <th>{t(before.label)}</th>}
            {names.map((name) => (
              <th key={name} className={side(name)}>
                {t(of.fields[name].label)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{rows.slice(0, last).map((row, at) => lineOf(row, at))}</tbody>
        <tbody>
          {rows.slice(last).map((row, at) => lineOf(row, last + at))}
          {children && (
            <tr>
              <td className="sheet-end" colSpan={names.length + (before ? 2 : 1)}>
                {children}
              </td>
            </tr>
          )}
        </tbody>
      </table>
    </section>
  );
}
