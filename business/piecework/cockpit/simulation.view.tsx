import { useQuery } from '@tanstack/react-query';
import { FlaskConical } from 'lucide-react';
import { type ReactElement, useState } from 'react';
import { inGroups } from '#kernel/fields/decimal.view.tsx';
import { readList } from '#kernel/web/registry/paper-calls.ts';
import { useMay } from '#kernel/web/registry/papers.ts';
import { useT } from '#kernel/web/i18n/words.ts';
import { dayInWords } from '#kernel/web/i18n/dates.ts';
import { pieceStandard } from '../standards/piece-standard.paper.ts';
import { wagePeriod } from '../wages/wage-period.paper.ts';
import type { SimulatedEffect, SimulationAnswer } from '../wages/wage-period.calls.ts';
import { changeOf, isZero, signed, spreadOf } from './period.rules.ts';
import { PriceDialog } from './price-dialog.view.tsx';

/** The bar of one person's difference: a gain to the right, a loss to the left. */
function Bar({ one, most, below }: { one: SimulatedEffect; most: string; below?: string }): ReactElement {
  const width = `${isZero(most) ? 0 : (Math.abs(Number(one.delta)) / Number(most)) * 50}%`;
  const up = Number(one.delta) >= 0;
  return (
    <li className="cockpit-bar" data-below={below !== undefined || undefined}>
      <span>{one.technicianName}</span>
      <div>
        <i data-up={up} style={{ width }} />
      </div>
      <span className="end">
        {inGroups(signed(one.delta).slice(1)).replace(/^/, up ? '+' : '−')}
        {below && <small className="amber">{below}</small>}
      </span>
    </li>
  );
}

function Result({ result }: { result: SimulationAnswer }): ReactElement {
  const t = useT();
  const [all, setAll] = useState(false);
  const people = result.people.length;
  const poor = new Map(result.belowMinimum.map((one) => [one.technicianId, one]));
  const { up, down, rest, most } = spreadOf(result.people);
  const below = (one: SimulatedEffect): string | undefined => {
    const found = poor.get(one.technicianId);
    return (
      found && t([`${found.period} 仅 ${inGroups(found.after)}`, `${found.period}: only ${inGroups(found.after)}`])
    );
  };
  const bar = (one: SimulatedEffect): ReactElement => (
    <Bar key={one.technicianId} one={one} most={most} below={below(one)} />
  );
  // Always name people who fall below the minimum, even outside the extremes.
  const hidden = result.people.filter((one) => poor.has(one.technicianId) && !up.includes(one) && !down.includes(one));
  return (
    <>
      <div className="cockpit-figures">
        <p>
          <b>{inGroups(signed(result.delta).slice(1)).replace(/^/, Number(result.delta) < 0 ? '−' : '+')}</b>
          <small className="quiet">
            {t([
              `合计，${changeOf(result.after, result.before) ?? '0.0%'}`,
              `in all, ${changeOf(result.after, result.before) ?? '0.0%'}`,
            ])}
          </small>
        </p>
        <p>
          <b>{result.winners}</b>
          <small className="quiet">{t(['人增加', 'gain'])}</small>
        </p>
        <p>
          <b>{result.losers}</b>
          <small className="quiet">{t(['人减少', 'lose'])}</small>
        </p>
        <p>
          <b>{people - result.winners - result.losers}</b>
          <small className="quiet">{t(['人不变', 'the same'])}</small>
        </p>
        <p className={poor.size ? 'amber' : ''}>
          <b>{poor.size}</b>
          <small>{t(['人低于最低', 'below min.'])}</small>
        </p>
      </div>
      <p className="quiet cockpit-applied">
        {t([
          `套用 ${result.from} 至 ${result.to} 已审核的计件`,
          `On pieces passed from ${dayInWords(result.from, 'en')} to ${dayInWords(result.to, 'en')}`,
        ])}
        {people > up.length + down.length && (
          <button type="button" className="link" onClick={() => setAll(!all)}>
            {all ? t(['收起', 'Fewer']) : t(['逐人', 'Everybody'])}
          </button>
        )}
      </p>
      {people === 0 && (
        <p className="quiet">{t(['这段时间没有用到这些价目的计件', 'No piece of that time used these prices'])}</p>
      )}
      {all ? (
        <ul>{result.people.map(bar)}</ul>
      ) : (
        <>
          <ul>{up.map(bar)}</ul>
          {rest.count > 0 && (
            <p className="cockpit-rest quiet">
              {t([
                `其余 ${rest.count} 人，合计 ${signed(rest.sum)}，每人在 ±${inGroups(rest.within)} 内`,
                `${rest.count} others, together ${signed(rest.sum)}, each within ±${inGroups(rest.within)}`,
              ])}
            </p>
          )}
          <ul>
            {down.map(bar)}
            {hidden.map(bar)}
          </ul>
        </>
      )}
    </>
  );
}

/** Show the effect of another price table on past months. Nothing is published. */
export function Simulation(): ReactElement | null {
  const t = useT();
  const may = useMay(wagePeriod)('simulate');
  const [result, setResult] = useState<SimulationAnswer | null>(null);
  const [asking, setAsking] = useState(false);
  const { data: drafts = 0 } = useQuery({
    queryKey: ['list', 'pieceStandard', 'drafts'],
    enabled: may,
    queryFn: async ({ signal }) => (await readList(pieceStandard, { publishStatus: 'draft', size: 1 }, signal)).total,
  });
  if (!may) return null;
  return (
    <section className="cockpit-block cockpit-simulation">
      <h2>
        {t(['新价目试算', 'Simulate prices'])}{' '}
        <small className="quiet">
          {drafts > 0 ? t([`${drafts} 个草案`, `${drafts} drafts`]) : t(['没有草案', 'no drafts'])}
        </small>
      </h2>
      {result ? (
        <Result result={result} />
      ) : (
        <p className="quiet">
          {t([
            '改几个单价，看过去几个月每个人会多拿或少拿多少。',
            'Change some prices and see what everybody would have gained or lost in past months.',
          ])}
        </p>
      )}
      <footer>
        <button type="button" className="button" onClick={() => setAsking(true)}>
          <FlaskConical size={14} aria-hidden />{' '}
          {result ? t(['改价目再算', 'Change prices, simulate again']) : t(['试算…', 'Simulate…'])}
        </button>
        <span className="quiet">{t(['未发布，不影响本期', 'not published'])}</span>
      </footer>
      {asking && <PriceDialog onClose={() => setAsking(false)} onResult={setResult} />}
    </section>
  );
}
