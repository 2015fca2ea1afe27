import type { ReactElement } from 'react';
import { useT } from '#kernel/web/i18n/words.ts';
import type { CheckedPiece } from '../pieces/audit/audit.calls.ts';
import { captionIn, textOf } from './row-text.rules.ts';
import { paceOf, plain, standardMinutesOf } from './lines.rules.ts';

/** Length of the bar as a multiple of the standard time. */
const BAR_TO = 3.2;
const share = (minutes: number, standard: number): string => `${Math.min(100, (minutes / (standard * BAR_TO)) * 100)}%`;

const clock = (moment: string): string => moment.slice(11, 16);

function WorkTime({ minutes, standard }: { minutes: number; standard: number }): ReactElement {
  const t = useT();
  if (!standard)
    return (
      <div>
        <dt>{t(['作业', 'Work'])}</dt>
        <dd>{t([`${minutes} 分，没有标准工时`, `${minutes} min, no standard`])}</dd>
      </div>
    );
  const pace = paceOf(minutes, standard);
  return (
    <div data-pace={pace}>
      <dt>{t(['作业', 'Work'])}</dt>
      <dd>
        <div
          className="audit-bar"
          role="img"
          aria-label={t([`作业 ${minutes} 分，标准 ${standard} 分`, `${minutes} of ${standard} minutes`])}
        >
          <u style={{ left: share(standard * 0.3, standard), width: share(standard * 2.7, standard) }} />
          <i style={{ width: share(minutes, standard) }} />
          <s style={{ left: share(standard, standard) }} />
        </div>
      </dd>
      <dd className={pace === 'normal' ? '' : 'amber'}>
        {minutes}
        <span className="quiet">
          {' '}
          / {standard} {t(['分', 'min'])}
        </span>
      </dd>
    </div>
  );
}

/** Arrival beside the agreed time, and duration beside the standard time. */
export function Times({ checked }: { checked: CheckedPiece }): ReactElement {
  const t = useT();
  const { visit, completion: done, lines, processes } = checked;
  const minutes = Number(visit?.workMinutes ?? done?.workMinutes ?? 0);
  const standard = standardMinutesOf(
    lines,
    Object.fromEntries(processes.map((one) => [one.id, Number(one.stdMinutes) || null])),
  );
  const [arrived, from, to] = [
    textOf(visit, 'arriveTime'),
    textOf(visit, 'appointFrom') || textOf(visit, 'planStart'),
    textOf(visit, 'appointTo') || textOf(visit, 'planEnd'),
  ];
  const late = arrived !== '' && to !== '' && arrived > to;
  const metres = textOf(visit, 'arriveDistance');
  const declared = textOf(done, 'mileageKm');
  const odd = ['explain', 'over'].includes(textOf(done, 'mileageStatus'));
  return (
    <section className="audit-block">
      <h2>
        {t(['用时与标准', 'Time and standard'])}{' '}
        <small className="quiet">{t(['正常区间 30%–300%', 'normal 30 % – 300 %'])}</small>
      </h2>
      <dl className="audit-times">
        <WorkTime minutes={minutes} standard={standard} />
        {arrived && (
          <div>
            <dt>{t(['到达', 'Arrival'])}</dt>
            <dd>
              {clock(arrived)}
              {from && t([`，约 ${clock(from)}–${clock(to)}`, `, agreed ${clock(from)}–${clock(to)}`])}
              {metres && t([`，偏离 ${metres} m`, `, ${metres} m off`])}
            </dd>
            <dd className={late ? 'red' : 'green'}>{late ? t(['迟到', 'late']) : t(['准时', 'on time'])}</dd>
          </div>
        )}
        {declared && (
          <div>
            <dt>{t(['里程', 'Mileage'])}</dt>
            <dd>
              {t([
                `申报 ${plain(declared)} km，系统 ${plain(textOf(done, 'mileageSystemKm'))} km`,
                `declared ${plain(declared)} km, computed ${plain(textOf(done, 'mileageSystemKm'))} km`,
              ])}
            </dd>
            <dd className={odd ? 'amber' : 'green'}>{captionIn(done, 'mileageStatus')}</dd>
          </div>
        )}
        {textOf(done, 'mileageExplain') && (
          <div>
            <dt />
            <dd className="quiet">{textOf(done, 'mileageExplain')}</dd>
          </div>
        )}
      </dl>
    </section>
  );
}
