import type { ReactElement } from 'react';
import { Link } from 'react-router';
import { useCall } from '#kernel/web/query/use-call.ts';
import { today } from '#kernel/web/i18n/dates.ts';
import { useT } from '#kernel/web/i18n/words.ts';
import { kpiSeries, kpiTiles } from '../kpi/kpi.calls.ts';
import { FigureFaces } from './faces.view.tsx';
import { KpiTile } from './tile.view.tsx';
import './cockpit.css';

/** Number of figures in the tile of the workbench; the cockpit shows all. */
const SHOWN = 6;

/** Tile with the first figures of this month and the month before, each with a link to its rows. */
export default function FiguresTile(): ReactElement {
  const t = useT();
  const day = today();
  const { data } = useCall(kpiTiles, { from: `${day.slice(0, 7)}-01`, to: day });
  const { data: series = [] } = useCall(kpiSeries, { to: day });
  const tiles = data?.tiles ?? [];
  return (
    <FigureFaces value={data?.figures ?? []}>
      <h2>
        {t(['经营指标', 'Figures of the business'])} <small className="quiet">{t(['本月', 'this month'])}</small>
        <Link to="/maintenance/cockpit">{t(['经营驾驶舱', 'Cockpit'])}</Link>
      </h2>
      <div className="work-kpi">
        {tiles.slice(0, SHOWN).map((tile) => (
          <KpiTile
            key={tile.metric}
            tile={tile}
            tiles={tiles}
            points={series.find((one) => one.metric === tile.metric)?.points ?? []}
            was={['上月同期', 'a month before']}
          />
        ))}
      </div>
    </FigureFaces>
  );
}
