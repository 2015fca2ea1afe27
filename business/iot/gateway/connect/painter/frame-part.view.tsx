import { Plus, ClipboardPaste } from 'lucide-react';
import { type ReactElement, useState } from 'react';
import { useT } from '#kernel/web/i18n/words.ts';
import { SegmentedControl } from '#kernel/web/pickers/choice/segmented-control.tsx';
import { toast } from '#kernel/web/toast/toasts.ts';
import { ByteStrip } from './byte-strip.view.tsx';
import { FieldTable, type TablePlace } from './field-table.view.tsx';
import { LearnPanel } from './learn-panel.view.tsx';
import { type PaintedField, coveredBytes, tintsOf } from './painter.rules.ts';
import { StreamPanel } from './side/stream-panel.view.tsx';
import type { Edits } from './use-edits.view.tsx';
import type { PaintFrames } from './use-frames.view.tsx';
import type { Painter } from './use-painter.view.tsx';

type Side = 'up' | 'down' | 'all';

const isOfSide = ({ direction }: PaintedField, side: Side): boolean =>
  side === 'all' || (direction ?? 'up') === side || direction === 'both';

function FrameHead({ on, frames, may }: { on: Painter; frames: PaintFrames; may: boolean }): ReactElement {
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
      <h2 translate="no">
        {on.peeked ? t(['未存的帧', 'Frame, not a sample']) : (sample?.name ?? t(['还没有报文', 'No frame yet']))}
      </h2>
      <small className="quiet">
        {on.bytes.length > 0 && t([`${on.bytes.length} 字节`, `${on.bytes.length} bytes`])}
        {!on.peeked && sample?.remark && ` ${sample.remark}`}
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
          { key: 'stream', label: t(['连续流', 'Stream']) },
        ]}
        value={frames.mode}
        onChange={(one) => frames.setMode(one)}
      />
      {frames.mode !== 'stream' && (
        <span className="quiet paint-hint">
          <kbd>[</kbd> <kbd>]</kbd> {t(['换样例', 'samples'])}
        </span>
      )}
      {may && on.peeked && (
        <button type="button" className="button plain" onClick={frames.keep}>
          <Plus size={15} aria-hidden /> {t(['存为样例', 'Make it a sample'])}
        </button>
      )}
      {(may || frames.mode === 'stream') && (
        <button type="button" className="button plain" onClick={() => void read()}>
          <ClipboardPaste size={15} aria-hidden /> {t(['粘贴', 'Paste'])}
        </button>
      )}
    </header>
  );
}

function Foot(): ReactElement {
  const t = useT();
  const keys = [
    ['N', ['加一行', 'add']],
    ['D', ['设备标识', 'device id']],
    ['F', ['找帧头校验', 'find the frame']],
    ['Alt ↑↓', ['移动', 'move']],
    ['E', ['改这一行', 'edit']],
    ['Del', ['删除', 'remove']],
    ['L', ['从两帧学', 'learn from two']],
    ['S', ['连续流', 'stream']],
  ] as const;
  return (
    <footer className="paint-foot">
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

/** The shown frame with its rows: bytes above, what was learnt, the table below. */
export function FramePart({
  on,
  edits,
  frames,
  place,
  may,
}: {
  on: Painter;
  edits: Edits;
  frames: PaintFrames;
  place: TablePlace;
  may: boolean;
}): ReactElement {
  const t = useT();
  const { fields } = on.draft;
  const [side, setSide] = useState<Side>('all');
  const tints = tintsOf(fields, on.view?.wrong);
  const other = frames.mode === 'two' ? frames.other : null;
  const covered = coveredBytes(on.view);
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
      {frames.mode === 'stream' && <StreamPanel of={frames.stream} />}
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
