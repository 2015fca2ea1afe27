import type { ReactElement } from 'react';
import type { Label } from '#kernel/language/label.ts';
import { useCall } from '#kernel/web/query/use-call.ts';
import { useT } from '#kernel/web/i18n/words.ts';
import { lengthWords } from '#business/masterdata/days.rules.ts';
import { type OwnFigures, kpiMine } from '../kpi/kpi.calls.ts';
import { valueWords } from './figures.view.tsx';

type Figure = OwnFigures['figures'][number];

const LABELS: Readonly<Record<Figure['metric'], Label>> = {
  visits: ['上门', 'Visits'],
  minutes: ['工时', 'Time at work'],
  firstFix: ['一次修复', 'First-time fix'],
  utilisation: ['利用率', 'Utilisation'],
  wages: ['收入', 'Earned'],
};

function Value({ of, value }: { of: Figure; value: number | null }): ReactElement {
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

/** What a technician did in the last thirty days beside the thirty before: his own figures, nobody else's. */
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
            <span>{t(LABELS[one.metric])}</span>
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
