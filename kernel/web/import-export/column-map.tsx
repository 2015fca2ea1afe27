import { ArrowRight } from 'lucide-react';
import { type ReactElement, useState } from 'react';
import { importable } from '#kernel/fields/importable.ts';
import type { Field } from '#kernel/language/field.ts';
import type { AnyPaper } from '#kernel/language/paper.ts';
import { useT } from '../i18n/words.ts';
import { ChoiceBox } from '../pickers/choice-box.tsx';
import type { UploadedSheet } from './import-batch.ts';
import type { Mending } from './repairs.ts';

/** Shows which field each column of the sheet is, and changes it. Saving a change checks all rows again. */
export function ColumnMap({
  of,
  batch,
  mending,
  isBusy,
}: {
  of: AnyPaper;
  batch: UploadedSheet;
  mending: Mending;
  isBusy: boolean;
}): ReactElement {
  const t = useT();
  const fields = of.fields as Record<string, Field>;
  const matched = batch.columns.filter((column) => fields[column.field]).length;
  const [chosen, setChosen] = useState<Readonly<Record<number, string>> | null>(matched ? null : {});
  const fieldOf = (at: number, field: string): string => chosen?.[at] ?? field;
  const taken = new Map(batch.columns.map(({ at, field }) => [fieldOf(at, field), at]));
  const itemsFor = (at: number): { key: string; label: string }[] => [
    { key: '', label: t(['不导入', 'not imported']) },
    ...importable(of)
      .filter(([name]) => !taken.has(name) || taken.get(name) === at)
      .map(([name, field]) => ({ key: name, label: t(field.label) })),
  ];
  const changed = chosen !== null && batch.columns.some(({ at, field }) => fieldOf(at, field) !== field);
  const save = async (): Promise<void> => {
    await mending.match({ columns: batch.columns.map(({ at, field }) => ({ at, field: fieldOf(at, field) })) });
    setChosen(null);
  };
  return (
    <section>
      <h2>
        {t(['列', 'Columns'])}{' '}
        <small>
          {t([`${batch.columns.length} 列，对应 ${matched}`, `${matched} of ${batch.columns.length} matched`])}
        </small>
        {!chosen && (
          <button type="button" className="link" disabled={isBusy} onClick={() => setChosen({})}>
            {t(['改', 'Change'])}
          </button>
        )}
      </h2>
      <dl data-editing={chosen !== null}>
        {batch.columns.map((column) => (
          <div key={column.at}>
            <dt>{column.header}</dt>
            <ArrowRight size={12} aria-hidden />
            <dd className={fields[fieldOf(column.at, column.field)] ? undefined : 'quiet'}>
              {chosen && (fields[column.field] || !column.field) ? (
                <ChoiceBox
                  label={t([`${column.header} 对应的字段`, `Field of ${column.header}`])}
                  value={fieldOf(column.at, column.field)}
                  items={itemsFor(column.at)}
                  onChange={(name) => setChosen({ ...chosen, [column.at]: name })}
                />
              ) : fields[column.field] ? (
                t(fields[column.field].label)
              ) : (
                t(
                  column.field === 'tenantId'
                    ? ['只核对', 'compared only']
                    : column.field === 'id'
                      ? ['数据 ID', 'row id']
                      : ['不导入', 'not imported'],
                )
              )}
            </dd>
          </div>
        ))}
      </dl>
      {chosen && (
        <p className="import-map-foot">
          <button type="button" className="button" disabled={!changed || isBusy} onClick={() => void save()}>
            {t(['按此重新校验', 'Check again'])}
          </button>
          <button type="button" className="button plain" onClick={() => setChosen(null)}>
            {t(['取消', 'Cancel'])}
          </button>
          <small className="quiet">
            {t(['表头相同的文件下次照此对应', 'Remembered for the next file with these headers'])}
          </small>
        </p>
      )}
    </section>
  );
}
