import { FileText, Printer, Send } from 'lucide-react';
import type { ReactElement } from 'react';
import { Link, useNavigate } from 'react-router';
import { asText } from '#kernel/language/values.ts';
import { rowActions, useActing } from '#kernel/web/actions/actions.tsx';
import { useT } from '#kernel/web/i18n/words.ts';
import { useMay } from '#kernel/web/registry/papers.ts';
import { useKeys } from '#kernel/web/shortcuts/keys.ts';
import { dispatchForm } from '#business/dispatch/dispatch-form/dispatch-form.paper.ts';
import { planOccurrence } from '../plan-occurrence.paper.ts';
import { nextStep } from './next-step.rules.ts';
import { useSchemeVisits } from './use-scheme-visits.view.tsx';

/** The next legal step of the nearest visit of an active contract, and the print of all its visits. */
export default function VisitStep({
  schemeId,
  isActive,
}: {
  readonly schemeId: string;
  readonly isActive: boolean;
}): ReactElement {
  const t = useT();
  const navigate = useNavigate();
  const { visits, answer } = useSchemeVisits(schemeId);
  const acting = useActing(planOccurrence);
  const mayDispatch = useMay(dispatchForm)('add');
  const found =
    answer && isActive
      ? nextStep(
          visits.map(({ row, no, state, day, order }) => ({
            id: row.id,
            occurrenceNo: no,
            planStatus: state,
            planDate: day,
            expectDate: asText(row.expectDate),
            orderState: order?.state ?? null,
          })),
          answer,
        )
      : null;
  const visit = visits.find((one) => one.row.id === found?.id);
  const register = visit && rowActions(planOccurrence, visit.row).find(([name]) => name === 'register');
  const isDispatch = found?.step === 'dispatch' && mayDispatch;
  const run =
    visit && isDispatch
      ? () => void navigate(`/maintenance/board?order=${visit.order?.id ?? ''}`)
      : visit && found?.step === 'register' && register
        ? () => acting.run(register, [visit.row])
        : null;
  const label = isDispatch
    ? t([`派第 ${visit?.no} 次`, `Dispatch visit ${visit?.no}`])
    : t([`登记第 ${visit?.no} 次`, `Register visit ${visit?.no}`]);
  useKeys(run ? [{ keys: 'a', label: ['下一步', 'Next step'], run }] : []);
  const Icon = isDispatch ? Send : FileText;
  return (
    <>
      {visits.length > 0 && (
        <Link className="button plain" to={`/maintenance/planSheet/scheme/${schemeId}`}>
          <Printer size={15} aria-hidden />
          {t(['计划表', 'Print visits'])}
        </Link>
      )}
      {run && (
        <button type="button" className="button strong" onClick={run}>
          <Icon size={15} aria-hidden />
          {label} <kbd>A</kbd>
        </button>
      )}
      {acting.element}
    </>
  );
}
