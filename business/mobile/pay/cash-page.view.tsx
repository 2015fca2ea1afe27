import { moneyText } from '#kernel/language/values.ts';
import type { ReactElement } from 'react';
import { useT } from '#kernel/web/i18n/words.ts';
import { KeyWord } from '#kernel/web/pickers/key-word.tsx';
import { minuteWords } from '#kernel/language/days.ts';
import { collectType } from '#business/billing/dictionaries.ts';
import { useStoredDay } from '../use-day.view.tsx';

/** Cash and used parts that the technician must hand over, line by line. */
export function CashPage(): ReactElement {
  const t = useT();
  const stored = useStoredDay((state) => state.stored);
  const ready = useStoredDay((state) => state.ready || state.stored !== null);
  const old = stored?.bag.filter((item) => item.materialStatus === 'used') ?? [];
  const ways = new Map(stored?.ways.map((way) => [way.id, way.typeName]));
  const none = !stored?.cash && !stored?.taken.length && old.length === 0;
  return (
    <>
      <header className="day-head">
        <div className="day-title">
          <h1>{t(['收款', 'Payments'])}</h1>
        </div>
        <p className="day-figure">
          {ready ? `¥${moneyText(stored?.cash?.amount ?? 0)}` : <i className="skeleton" style={{ width: 120 }} />}
        </p>
        <p className="quiet">
          {stored?.cash
            ? t([
                `待交 ${stored.cash.lines} 笔，最早 ${stored.cash.since.slice(5, 16)}`,
                `${stored.cash.lines} to hand over, the first from ${minuteWords(stored.cash.since)[1]}`,
              ])
            : ready && t(['没有待交的现金', 'No cash to hand over'])}
        </p>
      </header>
      <div className="day-body">
        {(stored?.taken.length ?? 0) > 0 && (
          <section>
            <h2 className="day-caption">
              <span>{t(['待交款', 'To hand over'])}</span>
            </h2>
            <ul className="day-card day-rows">
              {stored?.taken.map((row) => (
                <li key={row.id} className="day-line-row">
                  <span>
                    <b>{row.customerName}</b>
                    <small>
                      <KeyWord of={collectType} value={row.collectType} /> · {ways.get(row.paymentTypeId) ?? ''} ·{' '}
                      {t(minuteWords(row.collectTime))}
                    </small>
                  </span>
                  <b>{moneyText(row.amount)}</b>
                </li>
              ))}
            </ul>
          </section>
        )}
        {old.length > 0 && (
          <section>
            <h2 className="day-caption">
              <span>{t(['旧件待交', 'Old parts to hand over'])}</span>
            </h2>
            <ul className="day-card day-rows">
              {old.map((item) => (
                <li key={item.id} className="day-line-row">
                  <span>
                    <b>{item.itemName}</b>
                    <small>{item.itemCode}</small>
                  </span>
                  <b>{Number(item.onHand)}</b>
                </li>
              ))}
            </ul>
          </section>
        )}
        {ready && none && <p className="day-none">{t(['都交清了。', 'Everything is handed over.'])}</p>}
      </div>
    </>
  );
}
