import { ClipboardPaste } from 'lucide-react';
import { type ReactElement, useEffect, useState } from 'react';
import { lastOf } from '#kernel/language/must.ts';
import { useT } from '#kernel/web/i18n/words.ts';
import { usePhone } from '#kernel/web/list/state/use-phone.ts';
import { SegmentedControl } from '#kernel/web/pickers/choice/segmented-control.tsx';
import { useMay } from '#kernel/web/registry/papers.ts';
import { SAVE_KEYS, useKeys } from '#kernel/web/shortcuts/keys.ts';
import { useTabPath, useTabs, useTabTitle } from '#kernel/web/tabs/tabs.ts';
import { toast } from '#kernel/web/toast/toasts.ts';
import { FrameFault } from '../codec/frame.rules.ts';
import { connectConfig } from '../config/connect-config.paper.ts';
import { typedBytes } from '../config/samples/sample.rules.ts';
import { ByteStrip, type Chosen } from './byte-strip.view.tsx';
import { moved } from './draft.rules.ts';
import { EncodeSide } from './encode-side.view.tsx';
import { FieldTable, type TablePlace } from './field-table.view.tsx';
import { emptyField, guessFrame } from './guess.rules.ts';
import { LearnPanel } from './learn-panel.view.tsx';
import { LiveSide } from './live-side.view.tsx';
import { type DraftField, tintsOf, unitBits } from './painter.rules.ts';
import { PainterHead } from './painter-head.view.tsx';
import { SampleSide } from './sample-side.view.tsx';
import { type Painter, usePainter, useStored } from './use-painter.view.tsx';
import './painter.css';

type Side = 'up' | 'down' | 'all';
type Mode = 'one' | 'two';

/** Mark the tab as unsaved, so that closing it asks for confirmation. */
function useUnsaved(isDirty: boolean): void {
  const path = useTabPath();
  useEffect(() => {
    const dirty = new Set(useTabs.getState().dirty);
    if (isDirty) dirty.add(path);
    else dirty.delete(path);
    useTabs.setState({ dirty });
    return () => {
      const after = new Set(useTabs.getState().dirty);
      if (after.delete(path)) useTabs.setState({ dirty: after });
    };
  }, [isDirty, path]);
}

const isOfSide = ({ direction }: DraftField, side: Side): boolean =>
  side === 'all' || (direction ?? 'up') === side || direction === 'both';

/** Return a row after the others, before checksum and footer. */
function withRow(
  fields: readonly DraftField[],
  row: DraftField,
): { readonly fields: DraftField[]; readonly at: number } {
  const tail = fields.findIndex((field) => ['checksum', 'footer'].includes(field.deviceConnectConfigFieldType));
  const start = row.startBit;
  const later = fields.findIndex(
    (field) => start !== null && start >= 0 && field.startBit !== null && field.startBit > start,
  );
  const at = later !== -1 ? later : tail !== -1 ? tail : fields.length;
  return { fields: fields.toSpliced(at, 0, row), at };
}

interface Frames {
  readonly mode: Mode;
  readonly other: Uint8Array | null;
  readonly setMode: (mode: Mode) => void;
  readonly paste: (text: string) => void;
}

/** Take pasted frames: the first is a sample; in comparing, a pasted frame is the second one. */
function useFrames(on: Painter, may: boolean): Frames {
  const t = useT();
  const [mode, setMode] = useState<Mode>('one');
  const [other, setOther] = useState<Uint8Array | null>(null);
  const format = on.draft.config.deviceConnectFormat;
  const paste = (text: string): void => {
    const frame = text.trim();
    if (!frame || !may) return;
    let bytes: Uint8Array;
    try {
      bytes = typedBytes(frame, format);
    } catch (error) {
      if (!(error instanceof FrameFault)) throw error;
      toast.bad(t(error.words));
      return;
    }
    const { samples } = on.draft;
    const known = samples.findIndex((sample) => sample.frame.replaceAll(/\s/g, '') === frame.replaceAll(/\s/g, ''));
    if (mode === 'two') setOther(bytes);
    if (known !== -1) {
      if (mode === 'one') on.show(known);
      return;
    }
    const name = t([`样例 ${samples.length + 1}`, `Sample ${samples.length + 1}`]);
    on.change({ samples: [...samples, { name, frame, direction: 'up', expect: null, fault: null }] });
    if (mode === 'one') on.show(samples.length);
  };
  useEffect(() => {
    const take = (event: ClipboardEvent): void => {
      if ((event.target as HTMLElement | null)?.matches('input, textarea')) return;
      paste(event.clipboardData?.getData('text') ?? '');
    };
    document.addEventListener('paste', take);
    return () => document.removeEventListener('paste', take);
  });
  return { mode, other, setMode, paste };
}

function FrameHead({ on, frames, may }: { on: Painter; frames: Frames; may: boolean }): ReactElement {
  const t = useT();
  const { sample } = on;
  const read = async (): Promise<void> => {
    try {
      frames.paste(await navigator.clipboard.readText());
    } catch {
      toast.bad(t(['浏览器不让读剪贴板，请按 Ctrl V', 'The browser hides the clipboard: press Ctrl V']));
    }
  };
  return (
    <header className="paint-part">
      <h2 translate="no">{sample?.name ?? t(['还没有报文', 'No frame yet'])}</h2>
      <small className="quiet">
        {on.bytes.length > 0 && t([`${on.bytes.length} 字节`, `${on.bytes.length} bytes`])}
        {sample?.remark && `，${sample.remark}`}
      </small>
      {on.view?.fault && (
        <small className="paint-bad" role="status">
          {t(on.view.fault.words)}
        </small>
      )}
      <span className="spring" />
      <SegmentedControl
        label={t(['怎么看', 'View'])}
        items={[
          { key: 'one', label: t(['一帧', 'One frame']) },
          { key: 'two', label: t(['与另一帧比', 'Against another']) },
        ]}
        value={frames.mode}
        onChange={(one) => frames.setMode(one as Mode)}
      />
      <span className="quiet paint-hint">
        <kbd>[</kbd> <kbd>]</kbd> {t(['换样例', 'samples'])}
      </span>
      {may && (
        <button type="button" className="button plain" onClick={() => void read()}>
          <ClipboardPaste size={15} aria-hidden /> {t(['粘贴', 'Paste'])}
        </button>
      )}
    </header>
  );
}

interface Edits {
  readonly chosen: Chosen | null;
  readonly choose: (at: number, isFurther: boolean) => void;
  readonly add: (row: DraftField, isEdited: boolean) => void;
  readonly guess: () => void;
}

/** Bind what changes the rows: choose bytes, add, find the framing rows, move and remove. */
function useEdits(on: Painter, place: TablePlace): Edits {
  const t = useT();
  const [chosen, setChosen] = useState<Chosen | null>(null);
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
      const frames = samples.flatMap((sample) => {
        try {
          return sample.fault || sample.direction === 'down' ? [] : [typedBytes(sample.frame, format)];
        } catch {
          return [];
        }
      });
      const found = format === 'hex' ? guessFrame(frames) : [];
      const size = unitBits(on.draft.config.positionUnit) / 8;
      if (!found.length || size !== 1) {
        toast.bad(t(['没有找到帧头、长度或校验', 'Neither header, length nor checksum was found']));
        return;
      }
      const taken = new Set(fields.map((field) => field.deviceConnectConfigFieldType));
      const fresh = found.filter((row) => !taken.has(row.deviceConnectConfigFieldType));
      const isTail = (row: DraftField): boolean => ['checksum', 'footer'].includes(row.deviceConnectConfigFieldType);
      on.change({ fields: [...fresh.filter((row) => !isTail(row)), ...fields, ...fresh.filter(isTail)] });
    },
  };
}

/** Return the row for the chosen bytes, in the unit of the configuration; without any, one after the last row. */
function rowFor(kind: string, chosen: Chosen | null, unit: string | null): DraftField {
  const size = 8 / unitBits(unit);
  return emptyField(kind, {
    ...(chosen && { startBit: chosen.from * size, endBit: (chosen.to + 1) * size - 1 }),
    ...(kind === 'property' && { dataType: 'uint' }),
    ...(kind === 'deviceId' && { dataType: 'hex', fieldName: 'id' }),
  });
}

function usePainterKeys(on: Painter, edits: Edits, frames: Frames, place: TablePlace, may: boolean): void {
  const { fields, samples, config } = on.draft;
  const { at } = place;
  const go = (by: 1 | -1) => () => place.go(Math.max(0, Math.min(fields.length - 1, at + by)));
  const step = (by: 1 | -1) => () => on.show((on.here + by + samples.length) % Math.max(1, samples.length));
  const move = (by: 1 | -1) => () => {
    const next = moved(fields, at, by);
    if (next === fields) return;
    on.change({ fields: next });
    place.go(at + by);
  };
  const add = (kind: string) => () => edits.add(rowFor(kind, edits.chosen, config.positionUnit), kind === 'property');
  useKeys([
    { keys: '[', label: ['上一条样例', 'Sample before'], run: step(-1) },
    { keys: ']', label: ['下一条样例', 'Next sample'], run: step(1) },
    { keys: 'ArrowDown', label: ['下一行', 'Next row'], silent: true, run: go(1) },
    { keys: 'ArrowUp', label: ['上一行', 'Row before'], silent: true, run: go(-1) },
    ...(may
      ? [
          { keys: 'n', label: ['加一行', 'Add a row'] as const, run: add('property') },
          { keys: 'd', label: ['选中的字节是设备标识', 'The bytes are the device id'] as const, run: add('deviceId') },
          { keys: 'g', label: ['找帧头、长度和校验', 'Find header, length and checksum'] as const, run: edits.guess },
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

function Foot(): ReactElement {
  const t = useT();
  const keys = [
    ['N', ['加一行', 'add']],
    ['D', ['设备标识', 'device id']],
    ['G', ['找帧头校验', 'find the frame']],
    ['Alt ↑↓', ['移动', 'move']],
    ['E', ['改这一行', 'edit']],
    ['Del', ['删除', 'remove']],
    ['L', ['从两帧学', 'learn from two']],
  ] as const;
  return (
    <footer className="run-foot paint-foot">
      {keys.map(([key, label]) => (
        <span key={key}>
          <kbd>{key}</kbd> {t(label)}
        </span>
      ))}
      <span className="spring" />
      <span className="quiet">
        {t(['起点留空，就接在上一行后面', 'Without a start, a row follows the one before'])}
      </span>
    </footer>
  );
}

function Part({
  on,
  edits,
  frames,
  place,
  may,
}: {
  on: Painter;
  edits: Edits;
  frames: Frames;
  place: TablePlace;
  may: boolean;
}): ReactElement {
  const t = useT();
  const { fields } = on.draft;
  const [side, setSide] = useState<Side>('all');
  const tints = tintsOf(fields, on.view?.wrong);
  const other = frames.mode === 'two' ? frames.other : null;
  const covered = new Set(
    [...(on.view?.spans.values() ?? [])].flatMap(({ from, to }) =>
      Array.from({ length: (to >> 3) - (from >> 3) + 1 }, (_, index) => (from >> 3) + index),
    ),
  ).size;
  return (
    <main>
      <FrameHead on={on} frames={frames} may={may} />
      <ByteStrip
        bytes={on.bytes}
        fields={fields}
        view={on.view}
        tints={tints}
        lit={place.lit === -1 ? place.at : place.lit}
        other={other}
        chosen={edits.chosen}
        onPoint={place.light}
        onChoose={edits.choose}
      />
      {frames.mode === 'two' &&
        (other ? (
          <LearnPanel
            before={on.bytes}
            after={other}
            view={on.view}
            unit={on.draft.config.positionUnit}
            onAdd={(row) => edits.add(row, true)}
          />
        ) : (
          <p className="paint-learn quiet">
            {t([
              '粘贴另一帧（Ctrl V），两帧不同的字节会标出来',
              'Paste another frame (Ctrl V): the bytes that differ are marked',
            ])}
          </p>
        ))}
      <header className="paint-part">
        <h2>{t(['字段', 'Fields'])}</h2>
        <small className="quiet">
          {t([
            `${fields.length} 行，覆盖 ${covered} / ${on.bytes.length} 字节`,
            `${fields.length} rows, ${covered} of ${on.bytes.length} bytes`,
          ])}
        </small>
        <span className="spring" />
        <SegmentedControl
          label={t(['方向', 'Direction'])}
          items={[
            { key: 'up', label: t(['上行', 'Up']) },
            { key: 'down', label: t(['下行', 'Down']) },
            { key: 'all', label: t(['全部', 'All']) },
          ]}
          value={side}
          onChange={(one) => setSide(one as Side)}
        />
        <small className="quiet paint-hint">
          {t(['位置从 0 起，首尾都含', 'Positions from 0, both ends included'])}
        </small>
      </header>
      {on.refusal && (
        <p className="field-problem paint-refusal" role="alert">
          {on.refusal}
        </p>
      )}
      <FieldTable
        on={on}
        tints={tints}
        shown={fields.flatMap((field, at) => (isOfSide(field, side) ? [at] : []))}
        place={place}
        may={may}
      />
      <Foot />
    </main>
  );
}

function Paint({ on, may }: { on: Painter; may: boolean }): ReactElement {
  const t = useT();
  const [at, go] = useState(0);
  const [lit, light] = useState(-1);
  const [editing, edit] = useState<number | null>(null);
  const place: TablePlace = { at, lit, editing, go, light, edit };
  const frames = useFrames(on, may);
  const edits = useEdits(on, place);
  useUnsaved(on.isDirty);
  useTabTitle(String(on.row.name));
  const check = (): void => {
    const at = on.verdicts.findIndex(Boolean);
    if (at === -1) toast.good(t([`${on.verdicts.length} 条样例都相符`, `All ${on.verdicts.length} samples hold`]));
    else on.show(at);
  };
  useKeys([{ keys: 't', label: ['跑全部样例', 'Run all samples'], run: check }]);
  usePainterKeys(on, edits, frames, place, may);
  return (
    <div className="paint-page">
      <PainterHead on={on} may={may} onCheck={check} />
      <div className="paint-body">
        <Part on={on} edits={edits} frames={frames} place={place} may={may} />
        <aside>
          <SampleSide on={on} may={may} />
          <EncodeSide on={on} />
          <LiveSide on={on} />
        </aside>
      </div>
    </div>
  );
}

function Loaded({ id }: { id: string }): ReactElement {
  const t = useT();
  const isPhone = usePhone();
  const may = useMay(connectConfig)('edit') && !isPhone;
  const { data, error } = useStored(id);
  if (error)
    return (
      <div className="table-empty" role="alert">
        <b>{t(['没有读到这份配置', 'This configuration could not be read'])}</b>
        <span>{error.message}</span>
      </div>
    );
  if (!data)
    return (
      <div className="paint-page" aria-busy="true">
        <header className="page-head">
          <i className="skeleton" style={{ width: 320 }} />
        </header>
      </div>
    );
  return <Ready loaded={data} may={may} />;
}

function Ready({ loaded, may }: { loaded: Parameters<typeof usePainter>[0]; may: boolean }): ReactElement {
  return <Paint on={usePainter(loaded)} may={may} />;
}

/** Painter of frames: the bytes of a frame, the rows that read them, samples that must hold, and the way to publish. */
export default function PainterScreen(): ReactElement {
  const id = lastOf(useTabPath().split('/'));
  return <Loaded key={id} id={id} />;
}
