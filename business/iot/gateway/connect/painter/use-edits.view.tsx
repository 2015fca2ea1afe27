import { useState } from 'react';
import { useT } from '#kernel/web/i18n/words.ts';
import { SAVE_KEYS, useKeys } from '#kernel/web/shortcuts/keys.ts';
import { toast } from '#kernel/web/toast/toasts.ts';
import { FrameFault } from '../codec/frame.rules.ts';
import { typedBytes } from '../config/samples/sample.rules.ts';
import type { ChosenBytes } from './byte-strip.view.tsx';
import { type DraftSample, movedEntry, withRow } from './draft.rules.ts';
import type { TablePlace } from './field-table.view.tsx';
import { emptyField, guessFrame } from './guess.rules.ts';
import { type PaintedField, unitBits } from './painter.rules.ts';
import type { PaintFrames } from './use-frames.view.tsx';
import type { Painter } from './use-painter.view.tsx';

/** Return the bytes of a sample that a device sent; none for a bad one. */
function bytesOfUp({ frame, refusedAs, direction }: DraftSample): Uint8Array[] {
  if (refusedAs || direction === 'down') return [];
  try {
    return [typedBytes(frame, 'hex')];
  } catch (error) {
    if (error instanceof FrameFault) return [];
    throw error;
  }
}

/** Changes of the rows of a draft, and the bytes that are chosen for them. */
export interface Edits {
  readonly chosen: ChosenBytes | null;
  readonly choose: (at: number, isFurther: boolean) => void;
  readonly add: (row: PaintedField, isEdited: boolean) => void;
  readonly guess: () => void;
}

/** Bind what changes the rows: choose bytes, add, find the framing rows, move and remove. */
export function useEdits(on: Painter, place: TablePlace): Edits {
  const t = useT();
  const [chosen, setChosen] = useState<ChosenBytes | null>(null);
  const { fields, samples } = on.draft;
  const format = on.draft.config.deviceConnectFormat;
  return {
    chosen,
    choose: (at, isFurther) =>
      setChosen((now) =>
        isFurther && now ? { from: Math.min(now.from, at), to: Math.max(now.from, at) } : { from: at, to: at },
      ),
    add: (row, isEdited) => {
      const next = withRow(fields, row);
      on.change({ fields: next.fields });
      place.go(next.at);
      setChosen(null);
      if (isEdited) place.edit(next.at);
    },
    guess: () => {
      const found = format === 'hex' ? guessFrame(samples.flatMap(bytesOfUp)) : [];
      const size = unitBits(on.draft.config.positionUnit) / 8;
      if (!found.length || size !== 1) {
        toast.bad(t(['没有找到帧头、长度或校验', 'Neither header, length nor checksum was found']));
        return;
      }
      const taken = new Set(fields.map((field) => field.deviceConnectConfigFieldType));
      const fresh = found.filter((row) => !taken.has(row.deviceConnectConfigFieldType));
      const isTail = (row: PaintedField): boolean => ['checksum', 'footer'].includes(row.deviceConnectConfigFieldType);
      on.change({ fields: [...fresh.filter((row) => !isTail(row)), ...fields, ...fresh.filter(isTail)] });
    },
  };
}

/** Return the row for the chosen bytes, in the unit of the configuration; without any, one after the last row. */
function rowFor(kind: string, chosen: ChosenBytes | null, unit: string | null): PaintedField {
  const size = 8 / unitBits(unit);
  return emptyField(kind, {
    ...(chosen && { startBit: chosen.from * size, endBit: (chosen.to + 1) * size - 1 }),
    ...(kind === 'property' && { dataType: 'uint' }),
    ...(kind === 'deviceId' && { dataType: 'hex', fieldName: 'id' }),
  });
}

/** Bind the keys of the painter. */
export function usePainterKeys(on: Painter, edits: Edits, frames: PaintFrames, place: TablePlace, may: boolean): void {
  const { fields, samples, config } = on.draft;
  const { at } = place;
  const go = (by: 1 | -1) => () => place.go(Math.max(0, Math.min(fields.length - 1, at + by)));
  const step = (by: 1 | -1) => () =>
    frames.mode === 'stream'
      ? frames.stream.step(by)
      : on.show((on.here + by + samples.length) % Math.max(1, samples.length));
  const move = (by: 1 | -1) => () => {
    const next = movedEntry(fields, at, by);
    if (next === fields) return;
    on.change({ fields: next });
    place.go(at + by);
  };
  const add = (kind: string) => () => edits.add(rowFor(kind, edits.chosen, config.positionUnit), kind === 'property');
  useKeys([
    {
      keys: 's',
      label: ['连续流', 'Stream'],
      run: () => frames.setMode(frames.mode === 'stream' ? 'one' : 'stream'),
    },
    { keys: '[', label: ['上一条样例', 'Sample before'], run: step(-1) },
    { keys: ']', label: ['下一条样例', 'Next sample'], run: step(1) },
    { keys: 'ArrowDown', label: ['下一行', 'Next row'], silent: true, run: go(1) },
    { keys: 'ArrowUp', label: ['上一行', 'Row before'], silent: true, run: go(-1) },
    ...(may
      ? [
          { keys: 'n', label: ['加一行', 'Add a row'] as const, run: add('property') },
          { keys: 'd', label: ['选中的字节是设备标识', 'The bytes are the device id'] as const, run: add('deviceId') },
          { keys: 'f', label: ['找帧头、长度和校验', 'Find header, length and checksum'] as const, run: edits.guess },
          { keys: 'e', label: ['改这一行', 'Edit this row'] as const, run: () => at < fields.length && place.edit(at) },
          { keys: 'Alt+ArrowUp', label: ['上移', 'Move up'] as const, run: move(-1) },
          { keys: 'Alt+ArrowDown', label: ['下移', 'Move down'] as const, run: move(1) },
          {
            keys: 'Delete',
            label: ['删除这一行', 'Remove this row'] as const,
            run: () => {
              on.change({ fields: fields.filter((_, index) => index !== at) });
              place.go(Math.max(0, at - 1));
            },
          },
          {
            keys: 'l',
            label: ['从两帧学', 'Learn from two frames'] as const,
            run: () => frames.setMode(frames.mode === 'two' ? 'one' : 'two'),
          },
          { keys: SAVE_KEYS, label: ['保存并生效', 'Publish'] as const, typing: true, run: () => void on.publish() },
        ]
      : []),
  ]);
}
