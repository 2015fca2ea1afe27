import type { CSSProperties, ReactElement } from 'react';
import { addDays, daysBetween } from '#kernel/language/days.ts';
import { useLanguage, useT } from '#kernel/web/i18n/words.ts';
import { Link } from 'react-router';
import { KeyWord } from '#kernel/web/pickers/key-word.tsx';
import { FilledPlace } from '#kernel/web/registry/places.tsx';
import { planBasis } from '../dictionaries.ts';
import type { SchemePage } from './scheme-page.calls.ts';
import { termMonths, termShare } from './scheme-page.rules.ts';
import { schemeTermPlace } from './visits-place.view.tsx';

const at = (share: number): CSSProperties => ({ insetInlineStart: `${share}%` });

/** The term of a contract from start to end, with its suspension and today. */
export function TermBar({ page }: { page: SchemePage }): ReactElement {
  const t = useT();
  const language = useLanguage();
  const { scheme: of, today, template } = page;
  const [from, to] = [of.startDate, String(of.endDate)];
  const [whole, gone] = [daysBetween(from, to), Math.max(0, daysBetween(from, today))];
  const share = termShare(today, from, to);
  const span = (first: string, last: string): CSSProperties => ({
    ...at(termShare(first, from, to)),
    inlineSize: `${termShare(last, from, to) - termShare(first, from, to)}%`,
  });
  const added = Number(of.suspendedDays ?? 0);
  const month = (day: string): string => {
    if (day.slice(5, 7) === '01') return day.slice(0, 7);
    return language === 'en' ? day.slice(5, 7) : `${Number(day.slice(5, 7))}月`;
  };
  return (
    <section className="scheme-term" aria-label={t(['服务期', 'Term'])}>
      <p>
        <b>{t(['服务期', 'Term'])}</b> {from} {t(['至', 'to'])} {to}
        <span className="quiet">
          {today < from
            ? t([`还有 ${-daysBetween(from, today)} 天开始`, `Starts in ${-daysBetween(from, today)} days`])
            : t([
                `第 ${Math.min(gone, whole) + 1} 天，共 ${whole + 1} 天，过了 ${Math.round(share)}%`,
                `Day ${Math.min(gone, whole) + 1} of ${whole + 1}, ${Math.round(share)}% gone`,
              ])}
        </span>
        <span className="quiet">
          <KeyWord of={planBasis} value={of.planBasis} />
          {t([`，窗口 ±${template.windowDays} 天`, `, window ±${template.windowDays} days`])}
        </span>
        {added > 0 && (
          <span className="scheme-added">{t([`暂停 ${added} 天，已顺延`, `${added} suspended days were added`])}</span>
        )}
        <span className="spring" />
        <span className="quiet">
          {t(['模板', 'Template'])}{' '}
          <Link className="mono" to={`/maintenance/asbasescheme?id=${of.baseSchemeId}`}>
            {template.no}
          </Link>{' '}
          {t([`第 ${template.revision} 版`, `revision ${template.revision}`])}
        </span>
      </p>
      <div className="scheme-track" aria-hidden>
        <i className="scheme-gone" style={{ inlineSize: `${share}%` }} />
        {page.suspensions.map((one) => (
          <i key={one.from} className="scheme-paused" style={span(one.from, one.to || today)} />
        ))}
        {added > 0 && <i className="scheme-paused" style={span(addDays(to, -added), to)} />}
        <FilledPlace of={schemeTermPlace} given={{ schemeId: of.id, from, to }} />
        {termMonths(from, to)
          .filter((day) => termShare(day, from, to) < 97)
          .map((day) => (
            <span key={day} className="scheme-month" style={at(termShare(day, from, to))}>
              {month(day)}
            </span>
          ))}
        {today >= from && today <= to && (
          <span className="scheme-today" style={at(share)}>
            {t(['今天', 'Today'])}
          </span>
        )}
      </div>
    </section>
  );
}
