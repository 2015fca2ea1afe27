import { type ReactElement, useMemo, useState } from 'react';
import type { Label } from '#kernel/language/label.ts';
import { useT } from '#kernel/web/i18n/words.ts';
import { type LearnedField, changedBytes, learnField } from '../learn/learn.rules.ts';
import { emptyField } from './guess.rules.ts';
import { type PaintedField, type PaintedFrame, paintedPlace, unitBits } from './painter.rules.ts';

const MAX_SHOWN = 6;

const WORDS: Readonly<Record<LearnedField['dataType'], Label>> = {
  uint: ['无符号整数', 'unsigned'],
  int: ['有符号整数', 'signed'],
  float: ['浮点数', 'float'],
  bcd: ['BCD 码', 'BCD'],
  flag: ['开关量', 'flag'],
};

/** Return the row that reads a learned value, with positions in the unit of the configuration. */
function rowOf(found: LearnedField, unit: string | null): PaintedField {
  const size = unitBits(unit);
  return emptyField('property', {
    startBit: found.from / size,
    endBit: (found.to + 1) / size - 1,
    dataType: found.dataType,
    ...(found.byteOrder !== 'ABCD' && { byteOrder: found.byteOrder }),
    ...(found.scale !== 1 && { scale: String(found.scale) }),
    ...(found.shift !== 0 && { shift: String(found.shift) }),
  });
}

/** Two frames and what changed between them: the ranked rows that explain it. Enter adds the first. */
export function LearnPanel({
  before,
  after,
  view,
  unit,
  onAdd,
}: {
  before: Uint8Array;
  after: Uint8Array;
  view: PaintedFrame | null;
  unit: string | null;
  onAdd: (row: PaintedField) => void;
}): ReactElement {
  const t = useT();
  const [first, setFirst] = useState('');
  const [second, setSecond] = useState('');
  const taken = useMemo(() => [...(view?.spans.values() ?? [])], [view]);
  const found = useMemo(
    () => (first.trim() && second.trim() ? learnField(before, after, { before: first, after: second }, taken) : []),
    [before, after, first, second, taken],
  );
  const size = unitBits(unit);
  const usable = found.filter((one) => one.from % size === 0 && (one.to + 1) % size === 0);
  const add = (one: LearnedField | undefined): void => {
    if (!one) return;
    onAdd(rowOf(one, unit));
    setFirst('');
    setSecond('');
  };
  const changed = changedBytes(before, after);
  return (
    <div
      className="paint-learn"
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || (event.target as HTMLElement).matches('button')) return;
        event.preventDefault();
        add(usable[0]);
      }}
    >
      <span>
        {before.length === after.length
          ? t([`有 ${changed.length} 个字节不同。屏上的数从`, `${changed.length} bytes differ. The display went from`])
          : t(['两帧长短不一，不能比', 'The frames differ in length'])}
      </span>
      <input
        className="plain-input"
        autoFocus
        aria-label={t(['前值', 'Value before'])}
        placeholder="43.4"
        value={first}
        onChange={(event) => setFirst(event.target.value)}
      />
      <span>{t(['变到', 'to'])}</span>
      <input
        className="plain-input"
        aria-label={t(['后值', 'Value after'])}
        placeholder="45.0"
        value={second}
        onChange={(event) => setSecond(event.target.value)}
      />
      <ol>
        {usable.slice(0, MAX_SHOWN).map((one, at) => (
          <li key={`${one.from} ${one.to} ${one.dataType} ${one.byteOrder}`}>
            <button type="button" className="button" onClick={() => add(one)}>
              <b>
                {t(['字节', 'Bytes'])} {paintedPlace(one).bytes}
              </b>{' '}
              {t(WORDS[one.dataType])}
              {one.byteOrder !== 'ABCD' && ` ${one.byteOrder}`}
              {one.scale !== 1 && ` × ${one.scale}`}
              {one.shift !== 0 && ` ${one.shift > 0 ? '+' : '−'} ${Math.abs(one.shift)}`}
              <small className="quiet">
                {one.raw[0]} → {one.raw[1]}
              </small>
              {at === 0 && <kbd>Enter</kbd>}
            </button>
          </li>
        ))}
      </ol>
      {first.trim() && second.trim() && usable.length === 0 && (
        <span className="quiet">{t(['没有字段能解释这个变化', 'No field explains this change'])}</span>
      )}
    </div>
  );
}
