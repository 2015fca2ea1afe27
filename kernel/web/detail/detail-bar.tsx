import { ChevronDown, ChevronUp, Link2, Maximize2, Minimize2, Printer, X } from 'lucide-react';
import type { ReactElement } from 'react';
import { Link, useNavigate } from 'react-router';
import { grouped } from '../i18n/plural.ts';
import { useT } from '../i18n/words.ts';
import { iconOf } from '../menus/icons.ts';
import type { WireRow } from '../registry/rows.ts';
import { Faces } from './presence/faces.tsx';
import { useBePresent, useOthers } from './presence/presence.ts';
import { useSlots } from '../registry/use-slots.ts';
import { toast } from '../toast/toasts.ts';
import type { DetailProps } from './detail-props.ts';

/** The bar at the top of a detail: previous and next row, and tools for the whole record. */
export function DetailBar({
  props,
  row,
  at,
  wide,
  onWide,
}: {
  props: DetailProps;
  row: WireRow | undefined;
  at: number;
  wide: boolean;
  onWide: () => void;
}): ReactElement {
  const t = useT();
  const navigate = useNavigate();
  const { rows, onGo, of, before = 0, total = rows.length, about } = props;
  const { links = [], printAt } = useSlots(of);
  useBePresent(of, row?.id, false);
  const others = useOthers(of, row ? [row.id] : []);
  const print = (): void => {
    if (!printAt) window.print();
    else if (row) void navigate(printAt(row));
  };
  const all = grouped(total);
  const link = (): void =>
    void navigator.clipboard?.writeText(location.href).then(() => toast.good(t(['链接已复制', 'Link copied'])));
  return (
    <header className="panel-bar">
      <button
        type="button"
        className="icon-button"
        disabled={at <= 0}
        title="K"
        aria-label={t(['上一条', 'Previous'])}
        onClick={() => onGo(rows[at - 1].id)}
      >
        <ChevronUp size={16} aria-hidden />
      </button>
      <button
        type="button"
        className="icon-button"
        disabled={at < 0 || at >= rows.length - 1}
        title="J"
        aria-label={t(['下一条', 'Next'])}
        onClick={() => onGo(rows[at + 1].id)}
      >
        <ChevronDown size={16} aria-hidden />
      </button>
      {at >= 0 && (
        <span className="quiet">
          {t([
            `第 ${before + at + 1} 条，${about ? '约' : '共'} ${all}`,
            `${before + at + 1} of ${about ? 'about ' : ''}${all}`,
          ])}
        </span>
      )}
      <span className="spring" />
      <Faces others={others} words />
      {row &&
        links.map((link) => {
          const to = link.to(row);
          const Icon = iconOf(link.icon);
          return (
            to && (
              <Link key={link.icon} to={to} className="panel-link" title={t(link.label)} aria-label={t(link.label)}>
                <Icon size={15} aria-hidden />
                <span>{t(link.label)}</span>
              </Link>
            )
          );
        })}
      <button
        type="button"
        className="icon-button"
        title={t(['复制链接', 'Copy link'])}
        aria-label={t(['复制链接', 'Copy link'])}
        onClick={link}
      >
        <Link2 size={16} aria-hidden />
      </button>
      {(of.print || printAt) && (
        <button
          type="button"
          className="icon-button"
          disabled={!row}
          title={t(['打印', 'Print'])}
          aria-label={t(['打印', 'Print'])}
          onClick={print}
        >
          <Printer size={16} aria-hidden />
        </button>
      )}
      <button
        type="button"
        className="icon-button only-desk"
        title={wide ? t(['缩窄', 'Narrower']) : t(['放宽', 'Wider'])}
        aria-label={wide ? t(['缩窄', 'Narrower']) : t(['放宽', 'Wider'])}
        onClick={onWide}
      >
        {wide ? <Minimize2 size={16} aria-hidden /> : <Maximize2 size={16} aria-hidden />}
      </button>
      <button type="button" className="icon-button" aria-label={t(['关闭', 'Close'])} onClick={() => onGo(null)}>
        <X size={16} aria-hidden />
      </button>
    </header>
  );
}
