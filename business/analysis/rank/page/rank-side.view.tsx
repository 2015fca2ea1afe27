import { Check, TriangleAlert, Wrench, X } from 'lucide-react';
import type { ReactElement } from 'react';
import { Link } from 'react-router';
import { useT } from '#kernel/web/i18n/words.ts';
import { useCall } from '#kernel/web/query/use-call.ts';
import { SendCommand } from '#business/iot/commands/device/send-command.view.tsx';
import { type RankingRow, rankedHome } from '../ranking.calls.ts';
import { type RankGuess, guessWords, signWords } from '../guess.rules.ts';
import { RankDots } from './rank-dots.view.tsx';
import { OrderLink } from './rank-order.view.tsx';
import { openOrder, reasonWords, specOf } from './rank-words.rules.ts';
import type { Ranking } from './use-ranking.view.tsx';
import type { RankRepairs } from './use-repairs.view.tsx';

/** Commands that are offered first: set point, then heating curve. */
const FIRST_COMMANDS = ['set setTemp', 'service setCurve'];

/** Evidence for and against a cause, as far as data supports it. */
function Evidence({ row }: { row: RankingRow }): ReactElement {
  const t = useT();
  return (
    <section>
      <h2>
        {t(['像什么', 'Perhaps'])} <small className="quiet">{t(['只列出有数据支撑的', 'Only with data'])}</small>
      </h2>
      <p>
        {row.reason
          ? t(reasonWords(row.reason))
          : row.guess
            ? t(guessWords[row.guess as RankGuess])
            : t(['和相似家庭一样', 'Like similar homes'])}
      </p>
      <ul className="rank-signs">
        {row.signs
          .toSorted((one, other) => Number(other.isBad) - Number(one.isBad))
          .map((sign) => {
            const words = signWords(sign as Parameters<typeof signWords>[0]);
            return (
              <li key={sign.of} data-tone={sign.isBad ? 'warn' : 'good'}>
                {sign.isBad ? <TriangleAlert size={14} aria-hidden /> : <Check size={14} aria-hidden />}
                <span>
                  {t(words.what)} <small className="quiet">{sign.isBad ? '' : t(['正常', 'normal'])}</small>
                </span>
                <span className="rank-sign-value">
                  {words.value}
                  <small className="quiet">{t([`一般 ${words.usual}`, `usually ${words.usual}`])}</small>
                </span>
              </li>
            );
          })}
      </ul>
    </section>
  );
}

/** The repair request as it would be made, or the open one. */
function RepairDraft({ row, home }: { row: RankingRow; home: ReturnType<typeof useHome> }): ReactElement {
  const t = useT();
  const open = openOrder(row) ?? home?.order ?? null;
  if (open)
    return (
      <section>
        <h2>{t(['已有报修单', 'Open request'])}</h2>
        <OrderLink order={open} />
      </section>
    );
  const draft = home?.draft;
  return (
    <section>
      <h2>{t(['会建这张报修单', 'The request to be made'])}</h2>
      {home && !draft && <p className="quiet">{t(['家庭没有关联售后客户', 'The home has no customer'])}</p>}
      {draft && (
        <dl>
          <dt>{t(['客户', 'Customer'])}</dt>
          <dd>
            {draft.customer} <span className="quiet">{draft.phone}</span>
          </dd>
          <dt>{t(['设备', 'Device'])}</dt>
          <dd>
            {draft.machine}{' '}
            {draft.warrantyUntil && (
              <small className="quiet">
                {t([`质保至 ${draft.warrantyUntil}`, `Warranty until ${draft.warrantyUntil}`])}
              </small>
            )}
          </dd>
          <dt>{t(['故障', 'Fault'])}</dt>
          <dd>{t(draft.description)}</dd>
        </dl>
      )}
      <small className="quiet">
        {t(['同一台有未结的单就并到那张，不另建', 'An open request of the machine is linked; no other is made'])}
      </small>
    </section>
  );
}

function useHome({ energy, data }: Ranking, id: string) {
  return useCall(
    rankedHome,
    { energy, month: data?.month ?? '', deviceId: id },
    { enabled: id !== '' && data !== undefined, quiet: true, retry: false },
  ).data;
}

/** Right panel: the chosen home with its days, the evidence, and the repair request. */
export function RankSide({
  ranking,
  repairs,
  close,
}: {
  ranking: Ranking;
  repairs: RankRepairs;
  /** Closes the panel on a phone. */ close: () => void;
}): ReactElement | null {
  const t = useT();
  const { here: row, data, energy, at, choice } = ranking;
  const home = useHome(ranking, row?.id ?? '');
  if (!row || !data) return null;
  const isOrdered = openOrder(row) !== null;
  return (
    <aside className="rank-side" aria-label={t(['选中的家庭', 'Chosen home'])}>
      <header>
        <b>{row.home}</b>
        <span className="quiet">
          {(choice.current - 1) * 50 + at + 1} / {data.total}
        </span>
        <button type="button" className="button plain rank-close" aria-label={t(['关闭', 'Close'])} onClick={close}>
          <X size={16} aria-hidden />
        </button>
        <small className="quiet">{row.address}</small>
        <small>
          <Link to={`/matter/exampleDetail?id=${row.id}`}>{row.name}</Link>{' '}
          {[row.model, home?.area && `${home.area} m²`, home?.mac].filter(Boolean).join('，')}{' '}
          {t([`数据 ${(row.coverage * 100).toFixed(1)}%`, `data ${(row.coverage * 100).toFixed(1)}%`])}
        </small>
      </header>
      <section>
        <h2>
          {t(specOf(row.category).isWeather ? ['每天和室外气温', 'Days over outdoor temperature'] : ['每天', 'By day'])}
          <span className="spring" />
          <Link to={`/analysis/${energy}?device=${row.id}&date=${data.month}`}>{t(['能耗页', 'Energy page'])}</Link>
        </h2>
        {home ? (
          home.days.length > 0 ? (
            <RankDots days={home.days} since={row.since} spec={specOf(row.category)} />
          ) : (
            <p className="quiet">{t(['没有一天数据齐全', 'No complete day'])}</p>
          )
        ) : (
          <i className="skeleton rank-dots-waiting" />
        )}
      </section>
      <Evidence row={row} />
      <RepairDraft row={row} home={home} />
      <footer>
        <SendCommand
          key={row.id}
          row={{ id: row.id, deviceName: row.name }}
          label={['先远程调', 'Adjust first']}
          first={FIRST_COMMANDS}
        />
        {repairs.may && (
          <button
            type="button"
            className="button strong"
            disabled={repairs.busy || isOrdered}
            title={isOrdered ? t(['已有未结的报修单', 'A request is open']) : undefined}
            onClick={() => repairs.make([row.id])}
          >
            <Wrench size={15} aria-hidden /> {t(['报修', 'Repair'])} <kbd>R</kbd>
          </button>
        )}
      </footer>
    </aside>
  );
}
