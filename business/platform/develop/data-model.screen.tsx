import { ChoiceBox } from '#kernel/web/pickers/choice-box.tsx';
import { type ReactElement, useState } from 'react';
import { ask } from '#kernel/web/dialogs/ask.tsx';
import { askCall } from '#kernel/web/http/ask-call.ts';
import { useCall } from '#kernel/web/query/use-call.ts';
import { screen } from '#kernel/web/registry/screens.ts';
import { useT } from '#kernel/web/i18n/words.ts';
import { dataModel } from './data-model.paper.ts';
import { tableOfDatasource, tablesOfDatasource } from './develop.calls.ts';
import { modelColumn } from './model-column.paper.ts';
import { counted } from '#kernel/web/i18n/plural.ts';

type Values = Readonly<Record<string, unknown>>;

/** Return those values of a table's column that a column of a model stores too. */
const asLine = (column: Values): Values =>
  Object.fromEntries(Object.entries(column).filter(([name]) => Object.hasOwn(modelColumn.fields, name)));

/** Button that replaces the columns of a model by those of a table in its datasource. */
function FromTable({ values, set }: { values: Values; set: (values: Values) => void }): ReactElement {
  const t = useT();
  const source = String(values.datasourceId ?? '');
  // Connect to another database only on request.
  const [asked, setAsked] = useState('');
  const {
    data: tables = [],
    error,
    isFetching,
  } = useCall(
    tablesOfDatasource,
    { datasourceId: source },
    { enabled: source !== '' && asked === source, retry: false, quiet: true },
  );
  const [busy, setBusy] = useState(false);
  const table = String(values.modelTable ?? '');
  const lines = Array.isArray(values.columns) ? values.columns.length : 0;
  const read = async (): Promise<void> => {
    if (
      lines > 0 &&
      !(await ask({
        title: t([`用表中的字段替换现有的 ${lines} 个？`, `Replace the ${counted(lines, 'column')} here?`]),
        yes: t(['替换', 'Replace']),
      }))
    )
      return;
    setBusy(true);
    try {
      const { fields } = await askCall(tableOfDatasource, { datasourceId: source, tableName: table });
      set({ columns: fields.map(asLine) });
    } catch {
      /* Nothing to do: a toast shows the cause of the failed call. */
    } finally {
      setBusy(false);
    }
  };
  return (
    <section>
      <h3>{t(['从表读取字段', 'Columns from a table'])}</h3>
      {source === '' ? (
        <p className="quiet">{t(['先选择数据源', 'Choose a datasource first'])}</p>
      ) : asked !== source ? (
        <p>
          <button type="button" className="button" onClick={() => setAsked(source)}>
            {t(['列出数据源中的表', 'List its tables'])}
          </button>
        </p>
      ) : error ? (
        <p className="field-problem" role="alert">
          {error.message}
        </p>
      ) : (
        <>
          <div className="plain-field">
            <label htmlFor="model-tables">{t(['数据源中的表', 'Tables of the datasource'])}</label>
            <ChoiceBox
              id="model-tables"
              disabled={isFetching}
              value={tables.some((one) => one.name === table) ? String(table) : ''}
              items={[
                { key: '', label: t(['请选择', 'Choose']) },
                ...tables.map((one) => ({
                  key: one.name,
                  label: one.comment ? `${one.name} ${one.comment}` : one.name,
                })),
              ]}
              onChange={(modelTable) => set({ modelTable })}
            />
          </div>
          <p>
            <button
              type="button"
              className="button"
              disabled={busy || !tables.some((one) => one.name === table)}
              onClick={() => void read()}
            >
              {t(['读取字段', 'Read its columns'])}
            </button>
          </p>
        </>
      )}
    </section>
  );
}

export default screen(dataModel, { formAside: FromTable });
