import type { ReactElement } from 'react';
import { useT } from '#kernel/web/i18n/words.ts';
import { KeyWord } from '#kernel/web/pickers/key-word.tsx';
import { connectFieldType, fieldData } from '../dictionaries.ts';
import type { ConfigProblem } from '../codec/problems/problems.rules.ts';
import { FieldEdit } from './field-edit.view.tsx';
import { type PaintedField, type Tint, paintedPlace, positionWords, decodedText } from './painter.rules.ts';
import type { Painter } from './use-painter.view.tsx';

/** Place, lit row and edited row of the table. */
export interface TablePlace {
  readonly at: number;
  readonly lit: number;
  readonly editing: number | null;
  readonly go: (at: number) => void;
  readonly light: (at: number) => void;
  readonly edit: (at: number | null) => void;
}

const HEADS = [
  ['字节', 'Bytes'],
  ['位', 'Bits'],
  ['字段类型', 'Kind'],
  ['名称', 'Name'],
  ['说明', 'Description'],
  ['类型', 'Type'],
  ['倍率', 'Scale'],
  ['生效条件', 'When'],
  ['物模型属性', 'Property'],
  ['解出', 'Value'],
] as const;

function Scale({ field }: { field: PaintedField }): ReactElement {
  const { scale, shift, algorithm, byteOrder } = field;
  const parts = [
    scale && scale !== '1' ? `× ${scale}` : '',
    shift && Number(shift) !== 0 ? `${Number(shift) > 0 ? '+' : '−'} ${Math.abs(Number(shift))}` : '',
    algorithm && byteOrder ? byteOrder : !algorithm && byteOrder && byteOrder !== 'ABCD' ? byteOrder : '',
  ];
  return <>{parts.filter(Boolean).join(' ')}</>;
}

function useValue(on: Painter): (at: number) => string {
  const t = useT();
  return (at) => {
    const { view } = on;
    if (on.draft.fields[at].deviceConnectConfigFieldType === 'checksum' && view)
      return view.wrong.has(at) ? t(['不符', 'wrong']) : view.spans.has(at) ? t(['相符', 'right']) : '—';
    return view?.spans.has(at) ? decodedText(view.values.get(at)) : '—';
  };
}

function Line({
  on,
  at,
  tint,
  place,
  problem,
  may,
}: {
  on: Painter;
  at: number;
  tint: Tint;
  place: TablePlace;
  problem: ConfigProblem | undefined;
  may: boolean;
}): ReactElement {
  const t = useT();
  const valueOf = useValue(on);
  const field = on.draft.fields[at];
  const { bytes, bits } = paintedPlace(on.view?.spans.get(at));
  const isWrong = problem?.level === 'error' || on.view?.wrong.has(at) === true;
  return (
    <tr
      data-row={at}
      aria-selected={place.at === at}
      data-lit={place.lit === at || undefined}
      data-wrong={isWrong || undefined}
      title={problem && t(problem.words)}
      onMouseEnter={() => place.light(at)}
      onClick={() => place.go(at)}
      onDoubleClick={may ? () => place.edit(at) : undefined}
    >
      <td className="mono">
        <i className="paint-tint" data-tint={tint} />
        {bytes || positionWords(field)}
        {field.startBit !== null && field.startBit < 0 && <small className="quiet"> {field.startBit}</small>}
      </td>
      <td className="mono quiet">{bits}</td>
      <td>
        <KeyWord of={connectFieldType} value={field.deviceConnectConfigFieldType} />
      </td>
      <td className="mono">{field.fieldName}</td>
      <td title={field.txt ?? ''}>{field.txt}</td>
      <td>
        {field.algorithm ? (
          <span className="mono">{field.algorithm}</span>
        ) : (
          field.dataType && <KeyWord of={fieldData} value={field.dataType} />
        )}
      </td>
      <td className="mono">
        <Scale field={field} />
      </td>
      <td className="mono quiet" title={field.whenExpr ?? ''}>
        {field.whenExpr}
      </td>
      <td className="mono">{field.iotFieldName ?? '—'}</td>
      <td className="paint-out" translate="no">
        {problem?.level === 'warning' && <em title={t(problem.words)}>!</em>}
        {valueOf(at)}
      </td>
    </tr>
  );
}

/** The rows of a configuration with the values of the shown frame. One row at a time is edited in its place. */
export function FieldTable({
  on,
  tints,
  shown,
  place,
  may,
}: {
  on: Painter;
  tints: readonly Tint[];
  /** Indexes of the shown rows. */ shown: readonly number[];
  place: TablePlace;
  may: boolean;
}): ReactElement {
  const t = useT();
  const problemOf = (at: number): ConfigProblem | undefined =>
    on.problems.find((one) => one.field === at && one.level === 'error') ??
    on.problems.find((one) => one.field === at && one.level === 'warning');
  return (
    <div className="paint-scroll">
      <table className="paint-table">
        <thead>
          <tr>
            {HEADS.map((label) => (
              <th key={label[1]} scope="col">
                {t(label)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.map((at) =>
            place.editing === at ? (
              <FieldEdit key={at} on={on} at={at} onDone={() => place.edit(null)} />
            ) : (
              <Line key={at} on={on} at={at} tint={tints[at]} place={place} problem={problemOf(at)} may={may} />
            ),
          )}
        </tbody>
      </table>
      {!on.draft.fields.length && (
        <p className="paint-empty quiet">
          {t([
            '还没有字段。按 F 让程序找帧头、长度和校验，或选中字节再按 N',
            'No fields yet. F finds header, length and checksum; or choose bytes and press N',
          ])}
        </p>
      )}
    </div>
  );
}
