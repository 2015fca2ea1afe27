import { Pencil } from 'lucide-react';
import { Fragment, type ReactElement } from 'react';
import { ageWords } from '#kernel/fields/integer/span-words.ts';
import { useT } from '#kernel/web/i18n/words.ts';
import { KeyWord } from '#kernel/web/pickers/key-word.tsx';
import type { WireRow } from '#kernel/web/registry/rows.ts';
import { accessMode } from '../../../../devices/dictionaries.ts';
import { fieldData } from '../../dictionaries.ts';
import { pollGroup } from '../dictionaries.ts';
import { exceptionWords } from './exception-words.rules.ts';
import { PointEdit } from './point-edit.view.tsx';
import { pointValueWords, spacedWords } from './points-page.rules.ts';
import type { PointsOnPage, Read } from './use-points.view.tsx';

/** A read older than this many milliseconds is old in every poll group. */
const OLD_MS = 1_200_000;

const columns = [
  ['编码', 'Code'],
  ['名称', 'Name'],
  ['地址', 'Address'],
  ['类型', 'Type'],
  ['读写', 'Access'],
  ['属性', 'Property'],
  ['最近的字', 'Last words'],
  ['值', 'Value'],
  ['距今', 'Age'],
] as const;

/** Last words, value and age of a point; for a refused point the exception. */
function Reading({
  read,
  at,
  unit,
  protocol,
}: {
  read: Read | undefined;
  at: number;
  unit: string;
  protocol: string;
}): ReactElement {
  const t = useT();
  if (!read)
    return (
      <>
        <td className="quiet">—</td>
        <td className="quiet">—</td>
        <td />
      </>
    );
  const age = <td data-old={at - read.at > OLD_MS || undefined}>{t(ageWords((at - read.at) / 1000))}</td>;
  if (read.exception !== null)
    return (
      <>
        <td colSpan={2} className="model-red">
          {t([`异常 ${read.exception}`, `Exception ${read.exception}`])} {t(exceptionWords(read.exception, protocol))}
        </td>
        {age}
      </>
    );
  return (
    <>
      <td className="mono">{spacedWords(read.words ?? '')}</td>
      <td>
        <b>{pointValueWords(read.value)}</b> {read.value !== null && <span className="quiet">{unit}</span>}
      </td>
      {age}
    </>
  );
}

/** Return the scale and offset of a point as a formula, such as `×0.1 −40`. */
function formulaOf(row: WireRow): string {
  const [scale, shift] = [Number(row.scale || 1), Number(row.shift || 0)];
  return [scale === 1 ? '' : `×${scale}`, shift === 0 ? '' : shift > 0 ? `+${shift}` : `−${-shift}`]
    .filter(Boolean)
    .join(' ');
}

function PointLine({
  row,
  on,
  isChosen,
  onChoose,
  onEdit,
}: {
  row: WireRow;
  on: PointsOnPage;
  isChosen: boolean;
  onChoose: () => void;
  onEdit?: () => void;
}): ReactElement {
  const t = useT();
  const mapped = on.mappings.filter((one) => one.pointId === row.id);
  const unit = row.unit && row.unit !== '-' ? String(row.unit) : '';
  return (
    <tr data-id={row.id} aria-selected={isChosen} tabIndex={0} onFocus={onChoose} onDoubleClick={onEdit}>
      <td className="mono">{String(row.pointCode)}</td>
      <td>{String(row.pointName)}</td>
      <td>
        <span className="mono">{String(row.address)}</span>{' '}
        {Boolean(row.makerNumber) && <small className="quiet">{String(row.makerNumber)}</small>}
      </td>
      <td>
        <KeyWord of={fieldData} value={String(row.dataType)} /> <small className="quiet">{formulaOf(row)}</small>
      </td>
      <td>
        <KeyWord of={accessMode} value={String(row.rw)} />{' '}
        {Boolean(row.pollGroup) && row.pollGroup !== 'normal' && (
          <small className="quiet">
            <KeyWord of={pollGroup} value={String(row.pollGroup)} />
          </small>
        )}
      </td>
      <td>
        {mapped.length === 0 ? (
          <span className="quiet">{t(['同编码', 'As the code'])}</span>
        ) : (
          [...new Set(mapped.map((one) => one._names?.attributeId ?? String(one.attributeId)))].join(', ')
        )}
      </td>
      <Reading
        read={on.reads.reads.find((one) => one.code === row.pointCode)}
        at={on.reads.at}
        unit={unit}
        protocol={String(on.model.protocol)}
      />
      <td className="model-tools">
        {onEdit && (
          <button
            type="button"
            className="icon-button"
            onClick={onEdit}
            aria-label={t([`修改 ${String(row.pointCode)}`, `Edit ${String(row.pointCode)}`])}
          >
            <Pencil size={14} aria-hidden />
          </button>
        )}
      </td>
    </tr>
  );
}

/** The points of a connection model with their last reads. They are edited within the table. */
export function PointsTable({
  on,
  chosen,
  editing,
  onChoose,
  onEdit,
  onDone,
}: {
  on: PointsOnPage;
  chosen: string | null;
  /** Id of the row that is edited; `new`: a new one; null: none. */ editing: string | null;
  onChoose: (id: string) => void;
  onEdit?: (id: string) => void;
  onDone: (isSaved: boolean) => void;
}): ReactElement {
  const t = useT();
  const isModbus = String(on.model.protocol).startsWith('modbus');
  return (
    <div className="model-scroll">
      <table className="model-table points-table">
        <thead>
          <tr>
            {columns.map((label) => (
              <th key={label[1]} scope="col">
                {t(label)}
              </th>
            ))}
            <th scope="col">
              <span className="sr-only">{t(['操作', 'Tools'])}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {editing === 'new' && (
            <PointEdit
              row={{
                connectionModelId: on.model.id,
                ...{ dataType: 'uint', rw: 'r', pollGroup: 'normal', scale: '1', sort: on.points.length + 1 },
                ...(isModbus && { address: '4:0:1' }),
              }}
              onDone={onDone}
            />
          )}
          {on.points.map((row) => (
            <Fragment key={row.id}>
              {editing === row.id ? (
                <PointEdit row={row} onDone={onDone} />
              ) : (
                <PointLine
                  row={row}
                  on={on}
                  isChosen={row.id === chosen}
                  onChoose={() => onChoose(row.id)}
                  onEdit={onEdit && (() => onEdit(row.id))}
                />
              )}
            </Fragment>
          ))}
        </tbody>
      </table>
      {on.points.length === 0 && editing === null && (
        <div className="table-empty" role="status">
          <b>{t(['还没有点位', 'No points yet'])}</b>
          <span>{t(['按 N 添一个', 'Press N to add one'])}</span>
        </div>
      )}
    </div>
  );
}
