import { X } from 'lucide-react';
import type { ReactElement } from 'react';
import type { Dictionary } from '#kernel/language/dictionary.ts';
import type { Label } from '#kernel/language/label.ts';
import { mustFind } from '#kernel/language/must.ts';
import { useT } from '#kernel/web/i18n/words.ts';
import { collectApproval, invoiceStatus, transmitStatus } from '../dictionaries.ts';
import type { Totals } from './finance.calls.ts';
import '#kernel/web/list/filters/filters.css';

export type MoneyTrack = keyof Totals['tracks'];
export const tracks: readonly { readonly track: MoneyTrack; readonly label: Label; readonly states: Dictionary }[] = [
  { track: 'transmitStatus', label: ['交款', 'Hand-over'], states: transmitStatus },
  { track: 'invoiceStatus', label: ['开票', 'Invoice'], states: invoiceStatus },
  { track: 'approvalStatus', label: ['审核', 'Approval'], states: collectApproval },
];

export interface MoneySpan {
  readonly key: string;
  readonly label: Label;
  readonly from: string;
  readonly to: string;
}

/** The selected rows: those in one state of one track, or the cash of one technician. */
export interface Chosen {
  readonly track: MoneyTrack;
  readonly state: string;
  readonly technicianId: string;
  /** The name of the technician; empty for all. */
  readonly technician: string;
}

/** The conditions that limit the rows below, each with a button that removes it. */
export function Limits({
  chosen,
  span,
  onSpan,
  onTechnician,
}: {
  chosen: Chosen;
  span: MoneySpan;
  onSpan: () => void;
  onTechnician: () => void;
}): ReactElement {
  const t = useT();
  const { label, states } = mustFind(tracks, (one) => one.track === chosen.track);
  const [zh, en] = states.items[chosen.state];
  return (
    <p className="conditions money-limits" role="status">
      <span className="quiet">
        {t(label)} <b>{t([zh, en])}</b>
      </span>
      {span.key !== 'all' && (
        <button
          type="button"
          className="active-chip"
          aria-label={t([`期间 ${span.label[0]}，清除`, `Period ${span.label[1]}: clear`])}
          onClick={onSpan}
        >
          {t(['期间', 'Period'])} <b>{t(span.label)}</b> <X size={14} aria-hidden />
        </button>
      )}
      {chosen.technicianId && (
        <button
          type="button"
          className="active-chip"
          aria-label={t([`收款技师 ${chosen.technician}，清除`, `Collected by ${chosen.technician}: clear`])}
          onClick={onTechnician}
        >
          {t(['收款技师', 'Collected by'])} <b>{chosen.technician}</b> <X size={14} aria-hidden />
        </button>
      )}
    </p>
  );
}
