import { Plus } from 'lucide-react';
import { type ReactElement, useState } from 'react';
import { ask } from '#kernel/web/dialogs/ask.tsx';
import { useT } from '#kernel/web/i18n/words.ts';
import { refresh } from '#kernel/web/query/client.ts';
import { removeRows } from '#kernel/web/registry/paper-calls.ts';
import { useMay } from '#kernel/web/registry/papers.ts';
import { useKeys } from '#kernel/web/shortcuts/keys.ts';
import { modelAttribute } from '../model-attribute.paper.ts';
import type { SchemaAttribute } from '../model-schema.rules.ts';
import { thingModel } from '../thing-model.paper.ts';
import { AttributeEdit } from './attribute-edit.view.tsx';
import { AttributeLine, RemovedLine } from './attribute-row.view.tsx';
import { groups } from './model-page.rules.ts';
import type { AttributeRow, ModelOnPage } from './use-model.view.tsx';

/** Values with which a new property starts. */
const usualProperty = { dataType: 'float', accessMode: 'r', reportMode: 'periodic', storage: 'history' } as const;

const renew = (): void => {
  void refresh(modelAttribute.name);
  void refresh(thingModel.name);
};

/** The attributes of a model by kind, with differences from the published version. They are edited within the table. */
export function AttributeTable({ on, onlyChanged }: { on: ModelOnPage; onlyChanged: boolean }): ReactElement {
  const t = useT();
  const may = useMay(modelAttribute);
  const [editing, edit] = useState<string | null>(null);
  const { published, differences, version } = on.differences;
  const differs = new Map((version ? differences : []).map((one) => [one.identifier, one]));
  const isLocked = !may('edit');
  useKeys([
    {
      keys: 'e',
      label: ['修改这一行', 'Edit this row'],
      run: () => {
        const id = (document.activeElement as HTMLElement | null)?.closest<HTMLElement>('tr[data-id]')?.dataset.id;
        if (id && !isLocked) edit(id);
      },
    },
  ]);
  const done = (isSaved: boolean): void => {
    edit(null);
    if (isSaved) renew();
  };
  const remove = async (row: AttributeRow): Promise<void> => {
    const isSure = await ask({
      title: t([`删除 ${row.identifier}？`, `Remove ${row.identifier}?`]),
      ...(published[row.identifier] !== undefined && {
        text: t(['它已经发布，删除是破坏性改动', 'It was published: to remove it breaks what devices say']),
      }),
      danger: true,
    });
    if (!isSure) return;
    await removeRows(modelAttribute, { ids: [row.id] });
    renew();
  };
  return (
    <div className="model-scroll">
      <table className="model-table">
        <colgroup>
          {Array.from({ length: 10 }, (_, at) => (
            <col key={at} />
          ))}
        </colgroup>
        <thead>
          <tr>
            {(
              [
                ['标识符', 'Identifier'],
                ['名称', 'Name'],
                ['类型', 'Type'],
                ['范围', 'Range'],
                ['单位', 'Unit'],
                ['读写', 'Access'],
                ['上报', 'Reported'],
                ['存储', 'Stored'],
                ['用处', 'Uses'],
              ] as const
            ).map((label) => (
              <th key={label[1]} scope="col">
                {t(label)}
              </th>
            ))}
            <th scope="col">
              <span className="sr-only">{t(['操作', 'Tools'])}</span>
            </th>
          </tr>
        </thead>
        {groups.map((group) => {
          const all = on.attributes.filter((row) => row.attrType === group.attrType);
          const rows = onlyChanged ? all.filter((row) => differs.has(row.identifier)) : all;
          const gone = Object.values(published as Readonly<Record<string, SchemaAttribute>>).filter(
            (one) => one.attrType === group.attrType && differs.get(one.identifier)?.change === 'removed',
          );
          return (
            <tbody key={group.attrType}>
              <tr className="model-group">
                <th colSpan={10} scope="rowgroup">
                  {t(group.label)} <span className="quiet">{all.length}</span>
                  {!isLocked && may('add') && (
                    <button type="button" className="link" onClick={() => edit(`new ${group.attrType}`)}>
                      <Plus size={13} aria-hidden />
                      {t(group.add)}
                    </button>
                  )}
                </th>
              </tr>
              {editing === `new ${group.attrType}` && (
                <AttributeEdit
                  row={{
                    ...(group.attrType === 'property' && usualProperty),
                    attrType: group.attrType,
                    modelId: on.model.id,
                    sort: all.length + 1,
                  }}
                  onDone={done}
                />
              )}
              {rows.map((row) =>
                editing === row.id ? (
                  <AttributeEdit key={row.id} row={{ ...row, modelId: on.model.id }} onDone={done} />
                ) : (
                  <AttributeLine
                    key={row.id}
                    row={row}
                    old={published[row.identifier] as SchemaAttribute | undefined}
                    difference={differs.get(row.identifier)}
                    onEdit={isLocked ? undefined : () => edit(row.id)}
                    onRemove={may('delete') ? () => void remove(row) : undefined}
                  />
                ),
              )}
              {gone.map((old) => (
                <RemovedLine key={old.identifier} old={old} />
              ))}
            </tbody>
          );
        })}
      </table>
    </div>
  );
}
