import { Copy } from 'lucide-react';
import { type ReactElement, useState } from 'react';
import { Link } from 'react-router';
import type { Row } from '#kernel/language/paper.ts';
import { Refused } from '#kernel/web/http/refused.ts';
import { actOn, saveRow } from '#kernel/web/registry/paper-calls.ts';
import { type WireRow, mayDo } from '#kernel/web/registry/rows.ts';
import { screen } from '#kernel/web/registry/screens.ts';
import { refresh } from '#kernel/web/query/client.ts';
import { toast } from '#kernel/web/toast/toasts.ts';
import { shortMoment } from '#kernel/web/i18n/dates.ts';
import { useT } from '#kernel/web/i18n/words.ts';
import { momentNow } from '#kernel/web/i18n/company-time.ts';
import { TimeLeft } from '#business/scheduling/sla/time-left.view.tsx';
import { homeLink } from '#business/customers/service-file/home-link.rules.ts';
import { chainLink } from '../registration/chain-link.rules.ts';
import { OpenHere } from '../home/open-here.view.tsx';
import { payersFace } from '../cover/payers.view.tsx';
import { caseBand } from '../timeline/band/case-band.view.tsx';
import { repairForm } from './repair-form.paper.ts';
import { repairLifecycle } from './repair-lifecycle.rules.ts';
import './repair-form.css';

type Form = Row<typeof repairForm> & WireRow;

interface Other {
  readonly id: string;
  readonly repairNo: string;
  readonly createTime: string;
  readonly description: string;
}

/** Return the possible duplicates of a submitted form. */
const othersOf = (row: Form): readonly Other[] =>
  row.repairStatus === 'submitted' && row.duplicateOfId && Array.isArray(row.duplicates)
    ? (row.duplicates as Other[])
    : [];

/** A possible duplicate beside the form, with buttons to merge or keep separate. */
function Duplicate({ row }: { row: Form }): ReactElement | null {
  const t = useT();
  const [busy, setBusy] = useState(false);
  const [first, ...more] = othersOf(row);
  if (!first) return null;
  const decide = async (work: () => Promise<unknown>, done: string): Promise<void> => {
    setBusy(true);
    try {
      await work();
      toast.good(done);
      refresh(repairForm.name);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      toast.bad(error.message);
    } finally {
      setBusy(false);
    }
  };
  const merge = (into: Other): Promise<void> =>
    decide(
      () =>
        actOn(
          repairForm,
          'merge',
          repairLifecycle.actions.merge,
          { ids: [row.id] },
          { duplicateOfId: into.id },
          { quiet: true },
        ),
      t([`已并入 ${into.repairNo}`, `Merged into ${into.repairNo}`]),
    );
  const separate = (): Promise<void> =>
    decide(
      () =>
        saveRow(repairForm, { id: row.id, version: row.version, duplicateOfId: null, separate: true }, { quiet: true }),
      t(['已改判为另一件事', 'Kept as another matter']),
    );
  return (
    <section className="duplicate-note" aria-label={t(['可能重复', 'Possibly a duplicate'])}>
      <p>
        <Copy size={14} aria-hidden /> <b>{t(['可能重复', 'Possibly a duplicate'])}</b>
      </p>
      {[first, ...more].map((other) => (
        <p key={other.id}>
          <Link to={`/maintenance/asrepairform?id=${other.id}`} className="mono">
            {other.repairNo}
          </Link>{' '}
          <span className="quiet">{shortMoment(other.createTime)}</span>{' '}
          <span className="duplicate-words" title={other.description}>
            {other.description}
          </span>
          {mayDo(row, 'merge') && (
            <button type="button" className="button" disabled={busy} onClick={() => void merge(other)}>
              {t(['并入这张', 'Merge into it'])}
            </button>
          )}
        </p>
      ))}
      {mayDo(row, 'edit') && (
        <button type="button" className="button" disabled={busy} onClick={() => void separate()}>
          {t(['不是重复，保留本单', 'Not a duplicate, keep this one'])}
        </button>
      )}
    </section>
  );
}

/** Return the time that is left on the form's running service clock. */
const clockOf = (row: Form): ReactElement | null =>
  row.slaDue ? <TimeLeft began={row.createTime} due={String(row.slaDue)} now={momentNow()} /> : null;

export default screen(repairForm, {
  band: caseBand(repairForm),
  columns: { slaDue: clockOf },
  formNote: OpenHere,
  details: { coverFees: payersFace(repairForm) },
  detailAside: Duplicate,
  links: [chainLink((row) => row.registrationFormId), homeLink((row) => row.registerMainId)],
});
