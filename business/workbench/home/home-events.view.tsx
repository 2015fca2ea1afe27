import { type ReactElement, useState } from 'react';
import { Link } from 'react-router';
import { inGroups } from '#kernel/fields/decimal.view.tsx';
import type { Label } from '#kernel/language/label.ts';
import { FileThumb } from '#kernel/web/pickers/file-thumb.tsx';
import { useT } from '#kernel/web/i18n/words.ts';
import type { HomeAnswer, HomeEvent } from '#business/intake/home/home.calls.ts';
import { type EventChoice, chosenEvents, eventsByYear } from './home.rules.ts';

const signed = (amount: string): string =>
  amount.startsWith('-') ? `−${inGroups(amount.slice(1))}` : `+${inGroups(amount)}`;

const CHOICES: readonly (readonly [EventChoice, Label])[] = [
  ['all', ['全部', 'All']],
  ['visits', ['上门', 'Visits']],
  ['calls', ['来电', 'Calls']],
  ['money', ['收支', 'Money']],
];

function EventLine({ one }: { one: HomeEvent }): ReactElement {
  const t = useT();
  return (
    <li data-tone={one.tone}>
      <time dateTime={one.at}>{one.at.slice(5, 10)}</time>
      <i className="home-dot" aria-hidden />
      <span>
        <Link to={one.to}>{t(one.title)}</Link>
        <small className="quiet">{t(one.detail)}</small>
        {one.photos && one.photos.length > 0 && (
          <span className="home-photos">
            {one.photos.map((photo) => (
              <FileThumb key={photo.id} link={photo.link} name={photo.name} size={40} />
            ))}
          </span>
        )}
      </span>
      <b data-minus={one.amount.startsWith('-')}>{one.amount && signed(one.amount)}</b>
    </li>
  );
}

function Foot({ home }: { home: HomeAnswer }): ReactElement | null {
  const t = useT();
  const { money } = home;
  if (!money) return null;
  const times = money.count === 1 ? '1 receipt' : `${money.count} receipts`;
  return (
    <footer>
      <span className="quiet">
        {money.partial
          ? t([`您能看到的收款 ${money.count} 笔`, `${times} that you may see`])
          : t([`历来收款 ${money.count} 笔`, `${times} so far`])}
      </span>
      <b>{money.amount.startsWith('-') ? signed(money.amount) : inGroups(money.amount)}</b>
    </footer>
  );
}

/** The history of a home by year, newest first, and below it the sum of money received. */
export function TimeLine({ home }: { home: HomeAnswer }): ReactElement {
  const t = useT();
  const [choice, setChoice] = useState<EventChoice>('all');
  const years = eventsByYear(chosenEvents(home.events, choice));
  return (
    <aside className="home-line">
      <header>
        <h2>{t(['服务记录', 'Service history'])}</h2>
        <span className="spring" />
        <span className="home-choices" role="group" aria-label={t(['只看', 'Show only'])}>
          {CHOICES.map(([key, label]) => {
            const count = chosenEvents(home.events, key).length;
            return (
              <button
                key={key}
                type="button"
                className="button plain"
                aria-pressed={choice === key}
                disabled={count === 0 && key !== 'all'}
                onClick={() => setChoice(key)}
              >
                {t(label)} {key !== 'all' && count}
              </button>
            );
          })}
        </span>
      </header>
      <div className="home-years">
        {years.map(({ year, events }) => (
          <section key={year}>
            <h3>{year}</h3>
            <ol>
              {events.map((one) => (
                <EventLine key={one.id} one={one} />
              ))}
            </ol>
          </section>
        ))}
        {years.length === 0 && <p className="quiet">{t(['还没有服务记录', 'Nothing has happened yet'])}</p>}
        {home.more && (
          <p className="quiet">
            {t(['更早的服务记录请看登记单列表', 'Older orders stand in the list of work orders'])}{' '}
            <Link to={`/maintenance/registrationform?registerMainId=${home.file.id}`}>{t(['打开', 'Open'])}</Link>
          </p>
        )}
      </div>
      <Foot home={home} />
    </aside>
  );
}
