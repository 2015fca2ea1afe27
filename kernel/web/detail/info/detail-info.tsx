import { listTitleOf } from '#kernel/language/plural.ts';
import type { ReactElement } from 'react';
import { Link } from 'react-router';
import { isEmpty } from '#kernel/fields/kind.ts';
import { faceOf, viewOf } from '#kernel/fields/kinds.view.tsx';
import { hides } from '#kernel/fields/mask.ts';
import { shownElsewhere } from '#kernel/web/detail/info/shown-once.ts';
import type { Field } from '#kernel/language/field.ts';
import { type AnyPaper, fieldsOf } from '#kernel/language/paper.ts';
import { type Lines, ChildRows, firstLines } from '../../list/rows/child-rows.tsx';
import { fieldGroupsOf } from '../../form/groups.ts';
import { useMay } from '../../registry/papers.ts';
import type { WireRow } from '../../registry/rows.ts';
import { useSlots } from '../../registry/use-slots.ts';
import { momentWords } from '../../i18n/dates.ts';
import { useLanguage, useT } from '../../i18n/words.ts';
import { Masked } from '../masked.tsx';

function Value({ of, row, name, field }: { of: AnyPaper; row: WireRow; name: string; field: Field }): ReactElement {
  const language = useLanguage();
  const value = row[name];
  const view = viewOf(field);
  const { details, columns } = useSlots(of);
  const own = details?.[name] ?? columns?.[name];
  if (own) return <>{own(row)}</>;
  if (hides(field.personal) && String(value).includes('****'))
    return <Masked of={of} id={row.id} field={name} value={String(value)} />;
  return <>{(view.detail ?? view.cell)(faceOf(row, name, field, language))}</>;
}

/** A link to the import of lines, while the state of their header permits changes. */
function ImportLines({ of, row, lines }: { of: AnyPaper; row: WireRow; lines: AnyPaper }): ReactElement | null {
  const t = useT();
  const may = useMay(lines)('import');
  const life = of.lifecycle;
  const isOpen = !life || life.editable[String(row[life.field])] === 'all';
  return may && isOpen ? (
    <Link className="link" to={`/import/${lines.name}`}>
      {t(['从表格导入', 'Import from a sheet'])}
    </Link>
  ) : null;
}

const none: ReadonlySet<string> = new Set();

/**
 * The fields of a record in their sections. Empty fields are left out, and those that its head or a reference already
 * shows.
 */
export function DetailInfo({
  of,
  row,
  without = none,
  lines: read,
}: {
  of: AnyPaper;
  row: WireRow;
  /** Names of fields that this component leaves out, because the screen shows them elsewhere. */
  without?: ReadonlySet<string>;
  /** The lines that were read with the row, by the name of their kind; absent: the lines are read here. */
  lines?: Readonly<Record<string, readonly WireRow[]>>;
}): ReactElement {
  const t = useT();
  const fields = of.fields as Record<string, Field>;
  const applies = (name: string): boolean => {
    const when = (
      of.shownWhen as Readonly<Record<string, { readonly field: string; readonly is: readonly unknown[] }>> | undefined
    )?.[name];
    return !when || when.is.includes(row[when.field]);
  };
  const own = useSlots(of).columns;
  // The paper's own screen may render a value as nothing; the field is then left out.
  const says = (name: string): boolean => {
    const words = own?.[name]?.(row);
    return words !== '' && words !== null;
  };
  const elsewhere = shownElsewhere(of, row, useLanguage());
  const filled = fieldsOf(of)
    .filter(
      ([name, field]) =>
        !elsewhere.has(name) &&
        !without.has(name) &&
        !field.wire &&
        says(name) &&
        applies(name) &&
        (field.sealed || (!field.secret && !isEmpty(row[name]))) &&
        name !== of.lifecycle?.field,
    )
    .map(([name]) => name);
  const lines: Lines | undefined = firstLines(of);
  const hasLines = lines && (!read || read[lines.name]);
  return (
    <>
      {fieldGroupsOf(of, filled).map((group) => (
        <section key={group.names[0]} className="detail-group">
          {group.label && <h3>{t(group.label)}</h3>}
          <dl>
            {group.names.map((name) => (
              <div key={name} data-wide={fields[name].wide || (fields[name].max ?? 0) > 150}>
                <dt>{t(fields[name].label)}</dt>
                <dd>
                  <Value of={of} row={row} name={name} field={fields[name]} />
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
      {hasLines && (
        <section className="detail-group">
          <h3>
            {t(listTitleOf(lines.paper))} <ImportLines of={of} row={row} lines={lines.paper} />
          </h3>
          <ChildRows lines={lines} id={row.id} rows={read?.[lines.name]} />
        </section>
      )}
      <p className="detail-stamp quiet">
        {row.createTime && t([`创建于 ${row.createTime}`, `Created ${momentWords(row.createTime, 'en', 'second')}`])}
      </p>
    </>
  );
}
