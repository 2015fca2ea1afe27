import { useQuery } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import { Link } from 'react-router';
import { askCall } from '#kernel/web/http/ask-call.ts';
import { dayFromNow, today } from '#kernel/web/i18n/dates.ts';
import { useLanguage, useT } from '#kernel/web/i18n/words.ts';
import { DayBox } from '#business/intake/desk/day-box.view.tsx';
import { waitingOrders } from '../board/board.calls.ts';
import { ReasonDialog } from '../board/details/reason-dialog.view.tsx';
import { Suggestions } from '../board/details/suggestions.view.tsx';
import { sendInTurn } from '../board/state/send-in-turn.view.tsx';
import type { Ranked } from '../board/board.calls.ts';
import { useCandidates } from '../board/state/use-board-data.view.tsx';
import { WordsOfBoard, dayAndClock, useAllWords } from '../board/state/words.view.tsx';
import type { SavedOrder } from './use-order.view.tsx';
import '../board/board.css';
import '../board/pool/pool.css';
import '../board/pool/order-card.css';
import '../board/timeline/timeline.css';
import '../board/timeline/block.css';
import '../board/timeline/legend.css';
import '../board/details/details.css';
import '../board/timeline/held.css';
import '../board/details/reason-dialog.css';
import '../board/board-media.css';

const isDay = (day: string): boolean => /^\d{4}-\d\d-\d\d$/.test(day);

/**
 * The dispatch of a saved order: the best candidates on the wished day, and a button for one of them. Conflicts need a
 * reason, as on the board.
 */
export function SendOrder({
  saved,
  day: wanted,
  onDone,
}: {
  saved: SavedOrder;
  day: string;
  onDone: () => void;
}): ReactElement {
  const t = useT();
  const language = useLanguage();
  const words = useAllWords();
  const [picked, pick] = useState(0);
  const [day, setDay] = useState(isDay(wanted) && wanted >= dayFromNow(0) ? wanted : dayFromNow(0));
  const [busy, setBusy] = useState(false);
  const { data } = useQuery({
    queryKey: ['board', 'orders'],
    queryFn: ({ signal }) => askCall(waitingOrders, {}, { signal }),
    staleTime: 0,
  });
  const order = data?.orders.find((one) => one.id === saved.id);
  const candidates = useCandidates(isDay(day) ? saved.id : null, day);
  const to = candidates?.filter((one) => one.score > 0)[picked];
  const send = async (shown = to): Promise<void> => {
    if (!order || !shown) return;
    setBusy(true);
    if (await sendInTurn({ order, day, shown, isSeen: () => true })) onDone();
    setBusy(false);
  };
  return (
    <WordsOfBoard value={words}>
      <form
        className="desk-form order-send"
        aria-label={t(['派工', 'Dispatch'])}
        onSubmit={(event) => {
          event.preventDefault();
          void send();
        }}
      >
        <header>
          <h2>{t(['派给谁？', 'Who goes?'])}</h2>
          <Link className="mono" to={`/maintenance/registrationform?id=${saved.id}`}>
            {saved.registrationNo}
          </Link>
          <span className="quiet">{saved.customerName}</span>
        </header>
        <div className="desk-field">
          <label htmlFor="order-day">{t(['上门日期', 'Day of the visit'])}</label>
          <DayBox
            id="order-day"
            value={day}
            invalid={!isDay(day)}
            onChange={(next) => {
              setDay(next);
              pick(0);
            }}
          />
        </div>
        {order ? (
          <Suggestions candidates={candidates} picked={picked} onPick={pick} onSend={(one: Ranked) => void send(one)} />
        ) : (
          data && <p className="quiet">{t(['这张单已不在待派池中。', 'This order is no longer waiting.'])}</p>
        )}
        <footer>
          <button type="submit" className="button strong" disabled={!order || !to || busy}>
            {to
              ? `${t([`派给 ${to.name}`, `Send ${to.name}`])} · ${dayAndClock(to.suggestedFrom ?? '', today(), language)}`
              : t(['没有可派的人', 'Nobody to send'])}
          </button>
          <button type="button" className="button" onClick={onDone}>
            {t(['留在待派池', 'Leave it in the pool'])}
          </button>
        </footer>
      </form>
      <ReasonDialog />
    </WordsOfBoard>
  );
}
