import type { ReactElement } from 'react';
import { useCall } from '#kernel/web/query/use-call.ts';
import { useT } from '#kernel/web/i18n/words.ts';
import { lengthWords } from '#kernel/language/days.ts';
import { type OwnFigures, kpiMine } from '../kpi/kpi.calls.ts';
import { valueWords } from './figures.view.tsx';

type OwnFigure = OwnFigures['figures'][number];

function Value({ of, value }: { of: OwnFigure; value: number | null }): ReactElement {
  const t = useT();
  if (value === null) return <>—</>;
  if (of.unit === 'minutes') return <>{t(lengthWords(value))}</>;
  return (
    <>
      {valueWords(value, of.unit)}
      {of.unit === 'percent' && '%'}
    </>
  );
}

/** A technician's own figures of the last thirty days beside the thirty before. */
export default function OwnFiguresTile(): ReactElement {
  const t = useT();
  const { data } = useCall(kpiMine, {});
  return (
    <>
      <h2>
        {t(['我的指标', 'My figures'])} <small className="quiet">{t(['近 30 天', 'last 30 days'])}</small>
      </h2>
      <div className="work-own">
        {data?.figures.map((one) => (
          <div key={one.metric} className="work-figure">
            <span>{t(one.label)}</span>
            <b>
              <Value of={one} value={one.value} />
            </b>
            <small className="quiet">
              {t(['前 30 天', 'before'])} <Value of={one} value={one.before} />
            </small>
          </div>
        ))}
      </div>
    </>
  );
}
