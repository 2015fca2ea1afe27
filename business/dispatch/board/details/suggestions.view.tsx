import { Send } from 'lucide-react';
import { Fragment, type ReactElement, useState } from 'react';
import { useLanguage, useT } from '#kernel/web/i18n/words.ts';
import type { Ranked } from '../board.calls.ts';
import { today } from '#kernel/web/i18n/dates.ts';
import { dayAndClock, useWords } from '../state/words.view.tsx';

const FIRST = 3;

/** The reasons for and against a candidate; those against are amber. */
export function SuggestionReasons({ reasons }: { reasons: Ranked['reasons'] }): ReactElement {
  const t = useT();
  return (
    <span className="reasons">
      {reasons.map((one, at) => (
        <Fragment key={at}>
          {at > 0 && ' · '}
          <span data-good={one.good}>{t(one.words)}</span>
        </Fragment>
      ))}
    </span>
  );
}

/** Return whether the proposed time is outside the customer's wish. */
const isOutsideWish = (one: Ranked): boolean => one.conflicts.some((conflict) => conflict.kind === 'wish');

interface SuggestionsProps {
  readonly candidates: readonly Ranked[] | undefined;
  readonly picked: number;
  readonly onPick: (at: number) => void;
  readonly onSend: (to: Ranked) => void;
}

/** The best candidates: score, reasons, drawbacks. */
export function Suggestions({ candidates, picked, onPick, onSend }: SuggestionsProps): ReactElement {
  const t = useT();
  const words = useWords();
  const language = useLanguage();
  const [all, showAll] = useState(false);
  const fitting = (candidates ?? []).filter((one) => one.score > 0);
  const shown = all ? fitting : fitting.slice(0, FIRST);
  return (
    <section className="suggestions" aria-busy={!candidates}>
      <h3>
        {t(['推荐技师', 'Suggested'])}
        {fitting.length > FIRST && (
          <button type="button" className="link" onClick={() => showAll(!all)}>
            {all ? t(['只看前 3 人', 'first 3 only']) : t([`全部 ${fitting.length} 人`, `all ${fitting.length}`])}
          </button>
        )}
      </h3>
      {!candidates &&
        [0, 1, 2].map((at) => (
          <div key={at} className="suggestion">
            <i className="skeleton" style={{ width: 180 }} />
          </div>
        ))}
      {candidates && fitting.length === 0 && (
        <p className="quiet">{t(['当天没有能派的人，换一天试试', 'Nobody can be sent that day: try another'])}</p>
      )}
      <div role="radiogroup" aria-label={t(['推荐技师', 'Suggested'])}>
        {shown.map((one, at) => (
          <button
            key={one.technicianId}
            type="button"
            role="radio"
            aria-checked={at === picked}
            className="suggestion"
            data-technician={one.technicianId}
            data-outside={isOutsideWish(one) || undefined}
            onClick={() => onPick(at)}
            onDoubleClick={() => onSend(one)}
          >
            <span className="technician-face" aria-hidden>
              {one.name.slice(0, 1)}
            </span>
            <span>
              <b>{one.name}</b>{' '}
              <small className="quiet">
                {one.suggestedFrom && dayAndClock(one.suggestedFrom, today(), language)} {words.team.of(one.team)}
              </small>
              {one.conflicts.some((conflict) => conflict.kind === 'team') && (
                <span className="mark amber">{t(['跨班组', 'other team'])}</span>
              )}
              {isOutsideWish(one) && <span className="mark amber">{t(['期望外', 'not when wanted'])}</span>}
            </span>
            <span className="suggestion-score">
              <b>{one.score}</b>
              <small>{t(['分', ''])}</small>
            </span>
            <SuggestionReasons reasons={one.reasons} />
          </button>
        ))}
      </div>
    </section>
  );
}

/** The primary button, which sends the order to the named technician and time. */
export function SendButton({
  to,
  asking,
  onSend,
  mayAssign,
}: {
  to: Ranked | undefined;
  /** The proposal is being loaded. */ asking: boolean;
  onSend: (to: Ranked) => void;
  mayAssign: boolean;
}): ReactElement | null {
  const t = useT();
  const language = useLanguage();
  if (!mayAssign) return <p className="quiet">{t(['只有派工员可以派工', 'Only dispatchers may send orders'])}</p>;
  return (
    <button
      type="button"
      className="button strong send"
      data-outside={(to && isOutsideWish(to)) || undefined}
      disabled={!to}
      onClick={() => {
        if (to) onSend(to);
      }}
    >
      <Send size={15} aria-hidden />
      <span>
        {to
          ? `${t([`派给 ${to.name}`, `Send ${to.name}`])} · ${dayAndClock(to.suggestedFrom ?? '', today(), language)}`
          : asking
            ? t(['正在找人…', 'Looking…'])
            : t(['没有可派的人', 'Nobody to send'])}
      </span>
      <kbd>Enter</kbd>
    </button>
  );
}
