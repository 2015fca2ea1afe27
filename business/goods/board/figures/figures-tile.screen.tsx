import type { ReactElement } from 'react';
import { Link } from 'react-router';
import { useT } from '#kernel/web/i18n/words.ts';
import { useCall } from '#kernel/web/query/use-call.ts';
import { type StoreFigure, storeFigures } from './store-figures.calls.ts';
import { shareOf, targetMark } from './store-figures.rules.ts';
import './figures.css';

function Figure({ of }: { of: StoreFigure }): ReactElement {
  const t = useT();
  const share = shareOf(of);
  const mark = targetMark(of);
  return (
    <Link className="work-figure" to={of.to} data-figure={of.name}>
      <span>{t(of.label)}</span>
      <b>
        {share === null ? '—' : `${share}%`}
        {share !== null && <small>{` ${of.good} / ${of.all}`}</small>}
      </b>
      {mark && <span className={`pill ${mark.tone}`}>{t(mark.words)}</span>}
      <small className="quiet">{t(of.of)}</small>
    </Link>
  );
}

/** The figures that a storekeeper can move, each with what is wanted and a link to what lowers it. */
export default function StoreFiguresTile(): ReactElement {
  const t = useT();
  const { data } = useCall(storeFigures, {});
  return (
    <>
      <h2>{t(['仓库指标', 'Warehouse figures'])}</h2>
      <div className="work-own" aria-busy={!data}>
        {data?.map((one) => (
          <Figure key={one.name} of={one} />
        ))}
      </div>
    </>
  );
}
