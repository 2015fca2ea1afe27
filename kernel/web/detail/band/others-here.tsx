import type { ReactElement } from 'react';
import { Link } from 'react-router';
import { useT } from '../../i18n/words.ts';
import type { BandOther } from '../../registry/band.ts';
import './others-here.css';

const MAX_OTHERS = 3;

/** One line with links to the papers of other open service cases at the same address. */
export function OthersHere({ others }: { others: readonly BandOther[] }): ReactElement | null {
  const t = useT();
  if (others.length === 0) return null;
  return (
    <p className="band-others">
      <span className="quiet">{t(['同址未完', 'Also open here'])}</span>
      {others.slice(0, MAX_OTHERS).map((one) => (
        <span key={one.id} className="band-other">
          <Link className="mono" to={one.to} title={one.title}>
            {one.no}
          </Link>
          <span className={`pill ${one.tone}`}>{t(one.state)}</span>
        </span>
      ))}
      {others.length > MAX_OTHERS && <small className="quiet">+{others.length - MAX_OTHERS}</small>}
    </p>
  );
}
