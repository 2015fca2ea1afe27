import { TriangleAlert } from 'lucide-react';
import type { ReactElement } from 'react';
import { grouped } from '#kernel/web/i18n/plural.ts';
import { useT } from '#kernel/web/i18n/words.ts';
import { hexOfBytes } from '../../codec/frame.rules.ts';
import type { StreamPart } from '../../framing/cut-stream.rules.ts';
import type { PaintStream } from './use-stream.view.tsx';
import './stream.css';

const SHOWN = 400;

const sizeOf = (parts: readonly StreamPart[], kind: StreamPart['kind']): number =>
  parts.filter((part) => part.kind === kind).reduce((sum, { from, to }) => sum + to - from, 0);

function Counts({ of }: { of: PaintStream }): ReactElement | null {
  const t = useT();
  if (!of.cuts) return null;
  const { parts, falseStarts, isBroken } = of.cuts;
  const good = parts.filter(({ kind }) => kind === 'frame').length;
  const bad = parts.filter(({ kind }) => kind === 'bad').length + falseStarts.length;
  const [junk, rest] = [sizeOf(parts, 'junk'), sizeOf(parts, 'rest')];
  return (
    <p className="stream-counts" role="status">
      <span>{t([`${grouped(good)} 帧`, good === 1 ? '1 frame' : `${grouped(good)} frames`])}</span>
      {bad > 0 && <span className="paint-bad">{t([`坏帧 ${grouped(bad)}`, `${grouped(bad)} bad`])}</span>}
      {junk > 0 && (
        <span className="stream-amber">{t([`垃圾 ${grouped(junk)} 字节`, `${grouped(junk)} junk bytes`])}</span>
      )}
      {rest > 0 && !isBroken && (
        <span className="quiet">{t([`末尾 ${grouped(rest)} 字节未成帧`, `${grouped(rest)} bytes wait for more`])}</span>
      )}
      {isBroken && (
        <span className="paint-bad">
          <TriangleAlert size={14} aria-hidden />{' '}
          {t(['坏帧或垃圾太多，连接到此会被断开', 'Too many bad frames or junk: the connection is closed here'])}
        </span>
      )}
      <span className="spring" />
      <span className="quiet paint-hint">
        <kbd>[</kbd> <kbd>]</kbd> {t(['换帧', 'frames'])}
      </span>
    </p>
  );
}

const KINDS = {
  frame: ['帧', 'Frame'],
  bad: ['坏帧', 'Bad frame'],
  junk: ['垃圾', 'Junk'],
  rest: ['未成帧', 'Incomplete'],
} as const;

function Part({ of, part }: { of: PaintStream; part: StreamPart }): ReactElement {
  const t = useT();
  const { from, to, kind, frame } = part;
  const hex = hexOfBytes(of.bytes.subarray(from, to));
  const words = `${t(KINDS[kind])} ${from}–${to - 1}`;
  return frame ? (
    <button
      type="button"
      data-kind={kind}
      title={words}
      aria-label={`${words}: ${hex}`}
      aria-pressed={of.at === from}
      onClick={() => of.show(part)}
    >
      {hex}
    </button>
  ) : (
    <span data-kind={kind} title={words}>
      {hex}
    </span>
  );
}

/** A stream as the framer of a connection cuts it: each frame can be painted, junk is marked. */
export function StreamPanel({ of }: { of: PaintStream }): ReactElement {
  const t = useT();
  const parts = of.cuts?.parts ?? [];
  return (
    <section className="paint-stream" aria-label={t(['连续流', 'Stream'])}>
      <textarea
        className="plain-input mono"
        rows={2}
        aria-label={t(['一段连续的字节', 'A stream of bytes'])}
        placeholder={t(['粘贴一段连续的字节，按分帧规则切开', 'Paste a stream of bytes: the framing cuts it'])}
        value={of.text}
        maxLength={262_144}
        onChange={(event) => of.type(event.target.value)}
      />
      {of.fault && (
        <p className="field-problem" role="alert">
          {t(of.fault)}
        </p>
      )}
      {!of.isFramed && (
        <p className="quiet">
          {t([
            '这份配置没有分帧：静默结束一帧，这里一行当一帧',
            'This configuration has no framing: a silence ends a frame, here each line is one',
          ])}
        </p>
      )}
      {parts.length > 0 && <Counts of={of} />}
      <div className="stream-parts mono" translate="no">
        {parts.slice(0, SHOWN).map((part) => (
          <Part key={part.from} of={of} part={part} />
        ))}
        {parts.length > SHOWN && <span>…</span>}
      </div>
      {(of.cuts?.falseStarts.length ?? 0) > 0 && (
        <p className="stream-false">
          <span className="quiet">{t(['像帧而不是帧', 'Looks like a frame'])}</span>
          {of.cuts?.falseStarts.slice(0, 20).map(({ at, frame }) => (
            <button key={at} type="button" className="link" onClick={() => of.show({ from: at, frame })}>
              {t([`字节 ${at}`, `byte ${at}`])}
            </button>
          ))}
        </p>
      )}
    </section>
  );
}
