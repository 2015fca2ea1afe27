import { type ReactElement, useState } from 'react';
import { SegmentedControl } from '#kernel/web/pickers/choice/segmented-control.tsx';
import { Link } from 'react-router';
import type { Label } from '#kernel/language/label.ts';
import { grouped } from '#kernel/language/plural.ts';
import { momentOf } from '#kernel/web/i18n/company-time.ts';
import { useT } from '#kernel/web/i18n/words.ts';
import { useKeys } from '#kernel/web/shortcuts/keys.ts';
import { spanWords } from '#kernel/fields/integer/span-words.ts';
import { AlarmLevel } from '../../alarm/alarm-level.view.tsx';
import type { DryRunOutcome } from '../../dry-run/dry-run.calls.ts';
import { DryRunCurve } from './dry-run-curve.view.tsx';
import { DryRunDays } from './dry-run-days.view.tsx';
import type { RuleParts } from '../draft/rule-values.rules.ts';
import type { DryRun } from './use-dry-run.view.tsx';

type Firing = DryRunOutcome['firings'][number];

const share = (part: number | null, of: number): string =>
  part === null || of === 0 ? '' : `${Math.round((part / of) * 100)}%`;

function Figure({
  head,
  tone,
  children,
  foot,
}: {
  head: Label;
  tone?: string;
  children: React.ReactNode;
  foot: Label | null;
}): ReactElement {
  const t = useT();
  return (
    <div className="dry-figure" data-tone={tone}>
      <span>{t(head)}</span>
      <p>{children}</p>
      <small className="quiet">{foot ? t(foot) : ''}</small>
    </div>
  );
}

/** The numbers of a run: firings, right, suspect and missed ones, each with that of the running version below. */
function Figures({ outcome }: { outcome: DryRunOutcome }): ReactElement {
  const t = useT();
  const { draft, running } = outcome;
  const before = (value: number | null | undefined): string =>
    value === null || value === undefined ? '—' : String(value);
  return (
    <div className="dry-figures">
      <Figure
        head={[`近 ${outcome.days} 天的真实数据上，会报`, `Over the last ${outcome.days} days it would fire`]}
        foot={
          running
            ? [`运行中：${running.times} 次，${running.devices} 台`, `Running: ${running.times} on ${running.devices}`]
            : null
        }
      >
        <b>{draft.times}</b> {t(['次', '×'])} <b>{draft.devices}</b>{' '}
        {t(['台设备', draft.devices === 1 ? 'device' : 'devices'])}
      </Figure>
      <Figure
        head={['报对的', 'Right']}
        tone="green"
        foot={running ? [`运行中 ${before(running.right)} 次`, `Running ${before(running.right)}`] : null}
      >
        <b>{before(draft.right)}</b> {t(['次', '×'])}
      </Figure>
      <Figure
        head={['疑似误报', 'Suspect']}
        tone="amber"
        foot={
          running
            ? [
                `运行中 ${before(running.suspect)} 次 ${share(running.suspect, running.times)}`,
                `Running ${before(running.suspect)} ${share(running.suspect, running.times)}`,
              ]
            : null
        }
      >
        <b>{before(draft.suspect)}</b> {t(['次', '×'])} {share(draft.suspect, draft.times)}
      </Figure>
      <Figure
        head={['漏掉的', 'Missed']}
        foot={
          draft.leadMinutes === null
            ? null
            : [
                `提前中位 ${spanWords(draft.leadMinutes * 60)[0]}`,
                `${spanWords(draft.leadMinutes * 60)[1]} ahead, by half`,
              ]
        }
      >
        <b>{before(draft.missed)}</b> / {outcome.faults}
      </Figure>
    </div>
  );
}

/** How the run was made: devices, messages, coverage, duration, and how firings are judged. */
function How({ outcome }: { outcome: DryRunOutcome }): ReactElement {
  const t = useT();
  const coverage = (outcome.coverage * 100).toFixed(1);
  const seconds = (outcome.tookMs / 1000).toFixed(1);
  return (
    <section className="dry-how">
      <h2>{t(['怎么算的', 'How it was run'])}</h2>
      <p>
        {t([
          `${grouped(outcome.devices)} 台，${grouped(outcome.messages)} 条，覆盖 ${coverage}%，用时 ${seconds} 秒`,
          `${grouped(outcome.devices)} devices, ${grouped(outcome.messages)} messages, ${coverage}% there, in ${seconds} s`,
        ])}
      </p>
      <p>{t(['与运行时同一个判定器', 'Judged by the same engine as live alarms'])}</p>
      <p>
        {t(['报对：24 时内报同一故障码，或有同码的单', 'Right: the same code by another rule or an order within 24 h'])}
      </p>
      {outcome.daysThere < outcome.days && (
        <p className="dry-few" role="note">
          {t([
            `只有 ${outcome.daysThere} 天的数据，够不上 ${outcome.days} 天`,
            `There are ${outcome.daysThere} days of values only, not ${outcome.days}`,
          ])}
        </p>
      )}
    </section>
  );
}

const verdicts: Readonly<Record<Firing['verdict'], readonly [Label, string]>> = {
  right: [['报对', 'Right'], 'green'],
  suspect: [['疑似误报', 'Suspect'], 'amber'],
  open: [['还在', 'Still on'], 'blue'],
};

const FILTERS = [
  ['all', ['全部', 'All']],
  ['right', ['报对', 'Right']],
  ['suspect', ['疑似误报', 'Suspect']],
  ['missed', ['漏掉', 'Missed']],
] as const;
type Filter = (typeof FILTERS)[number][0];

function FiringRow({ one, isCurrent, choose }: { one: Firing; isCurrent: boolean; choose: () => void }): ReactElement {
  const t = useT();
  const [word, tone] = verdicts[one.verdict];
  return (
    <li data-current={isCurrent}>
      <button type="button" aria-pressed={isCurrent} onClick={choose}>
        <time>{momentOf(new Date(one.start)).slice(5, 16)}</time>
        <span className="dry-home">
          {one.home} <span className="quiet">{one.deviceName}</span>
        </span>
        <AlarmLevel level={one.level} />
        <b>{t(one.value)}</b>
        <span className="quiet">
          {one.end === null ? t(['还在', 'still on']) : t(spanWords((one.end - one.start) / 1000))}
        </span>
        <span className="dry-verdict">
          <em className={`alarm-mark ${tone}`}>{t(word)}</em>{' '}
          {one.followed
            ? t(one.followed.words)
            : one.verdict === 'suspect'
              ? t(['自行恢复，无单', 'over by itself, no order'])
              : ''}
        </span>
      </button>
    </li>
  );
}

/** Lists of the firings and of the missed faults. The selected firing is shown with its curve. */
function Firings({ outcome, parts }: { outcome: DryRunOutcome; parts: RuleParts }): ReactElement {
  const t = useT();
  const [filter, setFilter] = useState<Filter>('all');
  const [at, setAt] = useState(0);
  const { firings, missed } = outcome;
  const shown = filter === 'missed' ? [] : firings.filter((one) => filter === 'all' || one.verdict === filter);
  const current: Firing | undefined = shown[Math.min(at, shown.length - 1)];
  const count = (one: Filter): number =>
    one === 'all'
      ? firings.length
      : one === 'missed'
        ? missed.length
        : firings.filter(({ verdict }) => verdict === one).length;
  const move = (by: number): void => setAt(Math.min(shown.length - 1, Math.max(0, at + by)));
  useKeys([
    { keys: 'j', label: ['下一次', 'Next'], run: () => move(1) },
    { keys: 'k', label: ['上一次', 'Previous'], run: () => move(-1) },
  ]);
  return (
    <>
      <section className="dry-firings">
        <h2>
          {t([`会报的 ${outcome.draft.times} 次`, `${outcome.draft.times} times`])}
          <SegmentedControl
            label={t(['筛选', 'Filter'])}
            items={FILTERS.map(([key, label]) => ({ key, label: `${t(label)} ${count(key)}` }))}
            value={filter}
            onChange={setFilter}
          />
          <span className="spring" />
          <small className="quiet">
            <kbd>J</kbd> <kbd>K</kbd>
          </small>
        </h2>
        {filter !== 'missed' && shown.length === 0 && (
          <p className="quiet">{t(['一次也不会报', 'It would never fire'])}</p>
        )}
        <ol>
          {shown.map((one, index) => (
            <FiringRow
              key={`${one.deviceId} ${one.start}`}
              one={one}
              isCurrent={one === current}
              choose={() => setAt(index)}
            />
          ))}
          {filter === 'missed' &&
            missed.map((one) => (
              <li key={`${one.deviceId} ${one.followed.at}`}>
                <Link className="dry-missed" to={one.followed.to}>
                  <time>{momentOf(new Date(one.followed.at)).slice(5, 16)}</time>
                  <span className="dry-home">
                    {one.home} <span className="quiet">{one.deviceName}</span>
                  </span>
                  <span>{t(one.followed.words)}</span>
                </Link>
              </li>
            ))}
        </ol>
      </section>
      {current && <DryRunCurve firing={current} parts={parts} />}
    </>
  );
}

const SPANS = [1, 7, 31] as const;

/** The dry run of the edited rule over the stored history. */
export function DryRunPanel({
  run,
  parts,
  days,
  setDays,
  isBlocked,
}: {
  run: DryRun;
  parts: RuleParts;
  days: number;
  setDays: (days: number) => void;
  /** The draft has problems, so that no run is made. */ isBlocked: boolean;
}): ReactElement {
  const t = useT();
  const { outcome, isOld, progress, refusal } = run;
  return (
    <aside className="dry-run" aria-label={t(['试算', 'Dry run'])}>
      <header>
        <h2>{t(['试算', 'Dry run'])}</h2>
        <SegmentedControl
          label={t(['天数', 'Days'])}
          items={SPANS.map((one) => ({
            key: String(one),
            label: t([`${one} 天`, one === 1 ? '1 day' : `${one} days`]),
          }))}
          value={String(days)}
          onChange={(one) => setDays(Number(one))}
        />
        <small className="quiet" role="status">
          {isBlocked
            ? t(['先改好左边标红的，再算', 'Fix what is marked, then it runs'])
            : refusal ||
              (progress !== null
                ? t([
                    `设备多，后台在算：${Math.round(progress * 100)}%`,
                    `Many devices, run as a job: ${Math.round(progress * 100)}%`,
                  ])
                : isOld
                  ? t(['在算', 'Running'])
                  : t(['改任一格，停手 0.6 秒后重算', 'Run again 0.6 s after the last key']))}
        </small>
      </header>
      {progress !== null && (
        <progress max={1} value={progress} aria-label={t(['试算进度', 'Progress of the dry run'])} />
      )}
      {outcome ? (
        <div className="dry-result" data-old={isOld || isBlocked}>
          <Figures outcome={outcome} />
          <div className="dry-two">
            <DryRunDays outcome={outcome} />
            <How outcome={outcome} />
          </div>
          <Firings outcome={outcome} parts={parts} />
        </div>
      ) : (
        !isBlocked &&
        !refusal && (
          <div className="dry-figures" aria-busy="true">
            {Array.from({ length: 4 }, (_, at) => (
              <div key={at} className="dry-figure">
                <i className="skeleton" style={{ width: 90 }} />
              </div>
            ))}
          </div>
        )
      )}
    </aside>
  );
}
