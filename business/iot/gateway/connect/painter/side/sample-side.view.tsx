import { Check, Trash2, X } from 'lucide-react';
import { type ReactElement, useMemo, useState } from 'react';
import { useT } from '#kernel/web/i18n/words.ts';
import { useKeys } from '#kernel/web/shortcuts/keys.ts';
import { expectationOf } from '../../config/samples/sample.rules.ts';
import type { DraftSample } from '../draft.rules.ts';
import { type Expectation, expectationsOf, repairOf } from '../judge.rules.ts';
import { paintedPlace, decodedText } from '../painter.rules.ts';
import type { Painter } from '../use-painter.view.tsx';

function countOf(sample: DraftSample): number {
  return Object.keys(sample.expect?.props ?? {}).length;
}

/** Read a typed expectation: a number, true or false, else the text. */
const typedValue = (text: string): unknown => {
  const plain = text.trim().replaceAll('−', '-');
  if (plain === 'true' || plain === 'false') return plain === 'true';
  return plain !== '' && Number.isFinite(Number(plain)) ? Number(plain) : plain;
};

function Expected({
  on,
  sample,
  of,
  may,
}: {
  on: Painter;
  sample: DraftSample;
  of: Expectation;
  may: boolean;
}): ReactElement {
  const t = useT();
  const [text, setText] = useState(decodedText(of.wanted));
  const at = on.draft.fields.findIndex((field) => (field.iotFieldName || field.fieldName) === of.name);
  const span = on.view?.spans.get(at);
  const write = (): void => {
    const props = { ...sample.expect?.props, [of.name]: typedValue(text) };
    if (text === decodedText(of.wanted)) return;
    on.change({ samples: on.draft.samples.with(on.here, { ...sample, expect: { ...sample.expect, props } }) });
  };
  return (
    <li data-wrong={!of.isRight || undefined}>
      <span className="mono" title={span ? `${paintedPlace(span).bytes}: ${span.hex}` : undefined}>
        {of.name}
      </span>
      <input
        className="plain-input"
        aria-label={t([`${of.name} 应为`, `${of.name} must be`])}
        value={text}
        disabled={!may}
        onChange={(event) => setText(event.target.value)}
        onBlur={write}
        onKeyDown={(event) => {
          if (event.key === 'Enter') event.currentTarget.blur();
        }}
      />
      <span translate="no">
        {of.isRight ? <Check size={14} aria-label={t(['相符', 'right'])} /> : decodedText(of.found)}
      </span>
    </li>
  );
}

/** The change that would mend the shown sample, with Enter. */
function RepairButton({ on, wrong }: { on: Painter; wrong: Expectation }): ReactElement | null {
  const t = useT();
  const { draft, sample } = on;
  const repair = useMemo(() => (sample ? repairOf(draft, sample, wrong.name) : null), [draft, sample, wrong.name]);
  const apply = (): void => {
    if (repair) on.change({ fields: draft.fields.with(repair.at, { ...draft.fields[repair.at], ...repair.change }) });
  };
  useKeys(
    repair ? [{ keys: 'Enter', label: ['照建议改', 'Apply the proposed change'], silent: true, run: apply }] : [],
  );
  if (!repair) return null;
  const [[name, value]] = Object.entries(repair.change);
  const count = draft.samples.length;
  const what = name === 'scale' ? `× ${String(value)}` : String(value);
  return (
    <div className="paint-repair">
      <small className="quiet">
        {repair.broken === 0
          ? t([`改后 ${count} 条都相符`, `All ${count} samples hold then`])
          : t([`改后还有 ${repair.broken} 条不符`, `${repair.broken} samples still break then`])}
      </small>
      <button type="button" className="button strong" onClick={apply}>
        {t([`改为 ${what}，重跑 ${count} 条`, `Change to ${what}, run ${count}`])} <kbd>Enter</kbd>
      </button>
    </div>
  );
}

function Detail({ on, may }: { on: Painter; may: boolean }): ReactElement | null {
  const t = useT();
  const { sample, compiled, draft } = on;
  const format = draft.config.deviceConnectFormat;
  if (!sample) return null;
  const rows = expectationsOf(compiled, sample, format);
  const wrong = rows.filter((row) => !row.isRight);
  const verdict = on.verdicts[on.here];
  const expectNow = (): void => {
    if (compiled.codec)
      on.change({
        samples: draft.samples.with(on.here, { ...sample, ...expectationOf(compiled.codec, sample.frame, format) }),
      });
  };
  return (
    <div className="paint-detail">
      {verdict && <p className="paint-verdict">{t(verdict)}</p>}
      {rows.length > 0 && (
        <ul aria-label={t(['应解为', 'Must mean'])}>
          {rows.map((of) => (
            <Expected
              key={`${sample.id ?? on.here} ${of.name} ${decodedText(of.wanted)}`}
              on={on}
              sample={sample}
              of={of}
              may={may}
            />
          ))}
        </ul>
      )}
      {sample.refusedAs && (
        <p className="quiet">
          {t(['应被拒绝', 'Must be refused'])}: <span className="mono">{sample.refusedAs}</span>
        </p>
      )}
      {may && wrong.length > 0 && <RepairButton on={on} wrong={wrong[0]} />}
      {may && (verdict || !(sample.expect || sample.refusedAs)) && compiled.codec && (
        <button type="button" className="link" onClick={expectNow}>
          {t(['照现在的结果算对', 'Take it as it is read now'])}
        </button>
      )}
    </div>
  );
}

/** The samples with their verdicts. The shown one has its expected values below, and the change that would mend it. */
export function SampleSide({ on, may }: { on: Painter; may: boolean }): ReactElement {
  const t = useT();
  const { samples } = on.draft;
  const broken = on.verdicts.filter(Boolean).length;
  const rename = (at: number, name: string): void => on.change({ samples: samples.with(at, { ...samples[at], name }) });
  return (
    <section className="paint-samples">
      <h2>
        {t(['样例', 'Samples'])}
        <small className="quiet">{t(['坏一条就不能生效', 'One that breaks stops the publication'])}</small>
        <span className="spring" />
        <small className="paint-good">
          {t([`${samples.length - broken} 通过`, `${samples.length - broken} hold`])}
        </small>
        {broken > 0 && <small className="paint-bad">{t([`${broken} 不符`, `${broken} break`])}</small>}
      </h2>
      <ol>
        {samples.map((sample, at) => (
          <li
            key={sample.id ?? `new ${at}`}
            aria-current={at === on.here || undefined}
            data-wrong={on.verdicts[at] !== null || undefined}
          >
            {on.verdicts[at] ? (
              <X size={14} aria-label={t(['不符', 'breaks'])} />
            ) : (
              <Check size={14} aria-label={t(['相符', 'holds'])} />
            )}
            {at === on.here && may ? (
              <input
                className="plain-input"
                aria-label={t(['样例名称', 'Name of the sample'])}
                value={sample.name}
                onChange={(event) => rename(at, event.target.value)}
              />
            ) : (
              <button type="button" onClick={() => on.show(at)}>
                {sample.name}
              </button>
            )}
            <small className="quiet">
              {sample.refusedAs ??
                (sample.expect
                  ? t([`${countOf(sample)} 项`, countOf(sample) === 1 ? '1 value' : `${countOf(sample)} values`])
                  : t(['新', 'new']))}
            </small>
            {may && at === on.here && (
              <button
                type="button"
                className="icon-button"
                aria-label={t([`删除样例 ${sample.name}`, `Remove sample ${sample.name}`])}
                onClick={() => on.change({ samples: samples.filter((_, index) => index !== at) })}
              >
                <Trash2 size={14} aria-hidden />
              </button>
            )}
          </li>
        ))}
      </ol>
      {!samples.length && (
        <p className="quiet paint-empty">{t(['粘贴一帧，就是第一条样例', 'Paste a frame: it is the first sample'])}</p>
      )}
      <Detail key={on.here} on={on} may={may} />
    </section>
  );
}
