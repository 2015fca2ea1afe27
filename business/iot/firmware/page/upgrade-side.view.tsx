import type { ReactElement } from 'react';
import { Link } from 'react-router';
import type { CallAnswer } from '#kernel/language/calls/call.ts';
import type { Label } from '#kernel/language/label.ts';
import { grouped } from '#kernel/web/i18n/plural.ts';
import { useT } from '#kernel/web/i18n/words.ts';
import { useCall } from '#kernel/web/query/use-call.ts';
import type { WireRow } from '#kernel/web/registry/rows.ts';
import { moduleCode } from '../dictionaries.ts';
import { failureGroups } from '../tasks/upgrade-task.calls.ts';
import { VersionBars } from '../versions/version-bars.view.tsx';
import { failShare, perHundredDays } from './upgrade.rules.ts';
import type { Progress } from './use-upgrade.view.tsx';

const [WIDTH, HEIGHT] = [272, 84];

/** The share of failures over the ends of the present batch, against the line that ends the task. */
function FailureCourse({ progress }: { progress: Progress }): ReactElement {
  const t = useT();
  const { abort, course } = progress;
  const share = failShare(abort.failed, abort.ended);
  const left = Math.round((abort.failPercent - share) * 10) / 10;
  const most = Math.max(abort.failPercent * 1.3, ...course.map(({ ended, failed }) => failShare(failed, ended)));
  const y = (percent: number): number => HEIGHT - 4 - (percent / most) * (HEIGHT - 8);
  const last = course.at(-1);
  const x = (ended: number): number => (last ? 2 + (ended / last.ended) * (WIDTH - 60) : 2);
  const limit = y(abort.failPercent);
  return (
    <section data-part="failures">
      <h3>
        {t(['失败占比', 'Failures'])}
        <small className="quiet">
          {t([
            `已结束 ${grouped(abort.ended)} 台里 ${grouped(abort.failed)} 台`,
            `${grouped(abort.failed)} of ${grouped(abort.ended)} ended`,
          ])}
        </small>
        <span className="spring" />
        {abort.ended > 0 && progress.status !== 'aborted' && (
          <small data-tone={left < abort.failPercent / 2 ? 'amber' : undefined}>
            {left > 0 ? t([`离熔断 ${left} 点`, `${left} % to the abort`]) : t(['已过熔断线', 'Above the abort'])}
          </small>
        )}
      </h3>
      {last && (
        <svg className="up-course" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} width="100%" height={HEIGHT} aria-hidden>
          <rect x="0" y="0" width={WIDTH - 46} height={limit} className="up-abort-area" />
          <line x1="0" x2={WIDTH - 46} y1={limit} y2={limit} className="up-abort" />
          <text x={WIDTH - 42} y={limit + 4} className="up-abort-text">
            {t([`熔断 ${abort.failPercent}%`, `abort ${abort.failPercent}%`])}
          </text>
          <polyline
            className="up-line"
            fill="none"
            points={course.map(({ ended, failed }) => `${x(ended)},${y(failShare(failed, ended))}`).join(' ')}
          />
          <circle className="up-dot" cx={x(last.ended)} cy={y(share)} r="3" />
          {/* Above the line where the chart ends below it. */}
          <text
            x={x(last.ended)}
            y={y(share) + (y(share) > HEIGHT / 2 ? -8 : 14)}
            textAnchor="end"
            className="up-share"
          >
            {share}%
          </text>
        </svg>
      )}
      <p className="quiet">
        {t([
          `满 ${abort.from} 台起算；到 ${abort.failPercent}% 自动熔断并撤回未下发的`,
          `Counts from ${abort.from} devices on; ${abort.failPercent}% aborts and recalls those ahead`,
        ])}
      </p>
    </section>
  );
}

const propertyLabel = (property: string): Label => {
  if (property === 'fromVersion') return ['都从', 'All from'];
  if (property === 'gatewayId') return ['都经网关', 'All behind gateway'];
  const [zh, en] = (moduleCode.items as Readonly<Record<string, Label>>)[property] ?? [property, property];
  return [`都是${zh}`, `All with ${en}`];
};

type Shared = CallAnswer<typeof failureGroups>;

/** Reasons of failures with their counts, and the properties that most failed devices share. */
function Reasons({
  progress,
  shared,
  onRetry,
}: {
  progress: Progress;
  shared: Shared;
  onRetry: (() => void) | undefined;
}): ReactElement | null {
  const t = useT();
  const { reasons } = progress;
  if (reasons.length === 0) return null;
  const count = reasons.reduce((sum, one) => sum + one.count, 0);
  return (
    <section data-part="reasons">
      <h3>
        {t(['失败原因', 'Reasons of failures'])} <small className="quiet">{grouped(count)}</small>
        <span className="spring" />
        {onRetry && (
          <button type="button" className="link" onClick={onRetry}>
            {t(['重试', 'Retry'])}
          </button>
        )}
      </h3>
      <ul className="up-reasons">
        {reasons.map(({ state, step, words, count: of, again }) => (
          <li key={`${state} ${step}`}>
            <span>
              {step !== null && step < -1 ? `${step} ` : ''}
              {t(words)}
              {again > 0 && (
                <small className="quiet">
                  {t([`其中 ${grouped(again)} 台会自动再试`, `${grouped(again)} are tried again`])}
                </small>
              )}
            </span>
            <b>{grouped(of)}</b>
          </li>
        ))}
      </ul>
      {shared.length > 0 && (
        <ul className="up-shared" aria-label={t(['失败设备的共同点', 'What failed devices share'])}>
          {shared.map(({ property, value, name, failed, ofFailed, succeeded, ofSucceeded }) => (
            <li key={`${property} ${value}`}>
              {t(propertyLabel(property))} <b>{name}</b>
              <small className="quiet">
                {t([
                  `失败 ${ofFailed} 台里 ${failed} 台，成功 ${ofSucceeded} 台里 ${succeeded} 台`,
                  `${failed} of ${ofFailed} failed, ${succeeded} of ${ofSucceeded} succeeded`,
                ])}
              </small>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** Alarms and disconnections of the upgraded devices beside those of the control. */
function Troubles({ progress, version }: { progress: Progress; version: string }): ReactElement | null {
  const t = useT();
  const { upgraded, control, isPast, isWorse } = progress.troubles;
  if (upgraded.devices === 0) return null;
  const rows: readonly (readonly [Label, number, number])[] = [
    [['紧急与重要告警', 'Critical and major alarms'], upgraded.alarms, control.alarms],
    [['离线次数', 'Disconnections'], upgraded.losses, control.losses],
  ];
  return (
    <section data-part="troubles" data-worse={isWorse || undefined}>
      <h3>
        {t(['升过的和没升的', 'Upgraded beside control'])}
        <small className="quiet">{t(['每百台每天', 'a hundred devices a day'])}</small>
      </h3>
      <table className="up-compare">
        <thead>
          <tr>
            <th />
            <th>{version}</th>
            <th>{isPast ? t(['升级前', 'Before']) : t(['对照', 'Control'])}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(([label, own, other]) => (
            <tr key={label[1]}>
              <th scope="row">{t(label)}</th>
              <td data-tone={isWorse && own > 0 ? 'red' : undefined}>{perHundredDays(own, upgraded.days) ?? '—'}</td>
              <td>{perHundredDays(other, control.days) ?? '—'}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className={isWorse ? 'up-worse' : 'quiet'}>
        {isPast
          ? t([
              `${grouped(upgraded.devices)} 台和自己升级前 7 天比；`,
              `${grouped(upgraded.devices)} devices beside their 7 days before; `,
            ])
          : t([
              `${grouped(upgraded.devices)} 台对 ${grouped(control.devices)} 台；`,
              `${grouped(upgraded.devices)} devices beside ${grouped(control.devices)}; `,
            ])}
        {isWorse
          ? t([
              `有 ${upgraded.alarms + upgraded.losses} 次，已超 2 倍且多 3 次以上`,
              `${upgraded.alarms + upgraded.losses} events: more than twice as many, and 3 more`,
            ])
          : t(['超 2 倍且多 3 次就停', 'twice as many and 3 more stop the task'])}
      </p>
    </section>
  );
}

interface SideProps {
  readonly task: WireRow;
  readonly progress: Progress;
  readonly version: string;
  readonly onRetry: (() => void) | undefined;
}

/** Failures, their reasons, troubles beside the control, and the versions of the model. */
export function UpgradeSide({ task, progress, version, onRetry }: SideProps): ReactElement {
  const t = useT();
  const hasFailures = progress.reasons.length > 0;
  const { data: shared } = useCall(
    failureGroups,
    { id: task.id },
    { quiet: true, keepsEarlier: true, enabled: hasFailures },
  );
  return (
    <aside className="run-side" aria-label={t(['失败与版本', 'Failures and versions'])} tabIndex={0} role="region">
      {Boolean(task.pauseReason) && (
        <section className="up-why" role="status">
          <p>{String(task.pauseReason)}</p>
        </section>
      )}
      <FailureCourse progress={progress} />
      <Reasons progress={progress} shared={hasFailures ? (shared ?? []) : []} onRetry={onRetry} />
      <Troubles progress={progress} version={version} />
      <VersionBars modelId={String(task.modelId ?? '')} moduleCode={String(task.moduleCode ?? 'mcu')} here={version} />
      {Boolean(task.backOfId) && (
        <section>
          <Link to={`/iot/upgradeTask/${String(task.backOfId)}`}>
            {t([`退回 ${task._names?.backOfId ?? ''}`, `Takes back ${task._names?.backOfId ?? ''}`])}
          </Link>
        </section>
      )}
    </aside>
  );
}
