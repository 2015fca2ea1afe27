import type { ReactElement } from 'react';
import { useLanguage, useT } from '#kernel/web/i18n/words.ts';
import { useDictionary } from '#kernel/web/pickers/dictionaries.ts';
import { connectFieldType } from '../dictionaries.ts';
import { hexOfBytes } from '../codec/frame.rules.ts';
import {
  type ByteGroup,
  type PaintedField,
  type PaintedFrame,
  type Tint,
  byteGroups,
  decodedText,
} from './painter.rules.ts';

const hexAt = (bytes: Uint8Array, at: number): string => hexOfBytes(bytes.subarray(at, at + 1));

/** Bytes that are chosen with the pointer, both included. */
export interface ChosenBytes {
  readonly from: number;
  readonly to: number;
}

/** Return what a row is called: the words for its value, else its kind. */
export function useRowName(): (field: PaintedField) => string {
  const kinds = useDictionary(connectFieldType);
  return (field) =>
    field.txt ||
    field.fieldName ||
    field.iotFieldName ||
    kinds.find((one) => one.key === field.deviceConnectConfigFieldType)?.label ||
    field.deviceConnectConfigFieldType;
}

function useGroupWords(
  fields: readonly PaintedField[],
  view: PaintedFrame | null,
): (group: ByteGroup) => [string, string] {
  const t = useT();
  const nameOf = useRowName();
  return ({ rows }) => {
    if (!rows.length) return ['', ''];
    const value = (at: number): string => {
      if (fields[at].deviceConnectConfigFieldType === 'checksum')
        return t(view?.wrong.has(at) ? ['不符', 'wrong'] : ['相符', 'right']);
      return decodedText(view?.values.get(at));
    };
    return [rows.map((at) => nameOf(fields[at])).join(' '), rows.map(value).join(' ')];
  };
}

/** One frame as cells of bytes: offsets above, names and values below. Pointing at a byte lights its rows. */
export function ByteStrip({
  bytes,
  fields,
  view,
  tints,
  lit,
  other,
  chosen,
  onPoint,
  onChoose,
}: {
  bytes: Uint8Array;
  fields: readonly PaintedField[];
  view: PaintedFrame | null;
  tints: readonly Tint[];
  /** Index of the row that is lit; -1: none. */ lit: number;
  /** A frame of the same kind, whose changed bytes are marked. */ other?: Uint8Array | null;
  chosen: ChosenBytes | null;
  onPoint: (row: number) => void;
  onChoose: (at: number, isFurther: boolean) => void;
}): ReactElement {
  const t = useT();
  const wordsOf = useGroupWords(fields, view);
  const language = useLanguage();
  const groups = byteGroups(bytes.length, view?.spans ?? new Map());
  const isChosen = (at: number): boolean => chosen !== null && at >= chosen.from && at <= chosen.to;
  return (
    <div className="paint-strip" lang={language} role="group" aria-label={t(['报文字节', 'Bytes of the frame'])}>
      {groups.map((group) => {
        const [name, value] = wordsOf(group);
        const [row = -1] = group.rows;
        return (
          <div
            key={group.from}
            className="paint-group"
            data-tint={row === -1 ? 'none' : tints[row]}
            data-lit={group.rows.includes(lit) || undefined}
            onMouseEnter={() => onPoint(row)}
          >
            <span className="paint-bytes">
              {Array.from({ length: group.to - group.from + 1 }, (_, index) => group.from + index).map((at) => (
                <button
                  key={at}
                  type="button"
                  aria-label={t([`字节 ${at}：${hexAt(bytes, at)}`, `Byte ${at}: ${hexAt(bytes, at)}`])}
                  aria-pressed={isChosen(at)}
                  data-changed={(other && other[at] !== bytes[at]) || undefined}
                  onClick={(event) => onChoose(at, event.shiftKey)}
                >
                  <small>{at}</small>
                  <b>{hexAt(bytes, at)}</b>
                  {other && <i>{at < other.length ? hexAt(other, at) : '··'}</i>}
                </button>
              ))}
            </span>
            <span className="paint-name" title={name}>
              {name}
            </span>
            <strong className="paint-value" title={value} translate="no">
              {value}
            </strong>
          </div>
        );
      })}
    </div>
  );
}
