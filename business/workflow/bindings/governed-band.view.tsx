import { Hourglass, Workflow } from 'lucide-react';
import { type ReactElement, useState } from 'react';
import { Link } from 'react-router';
import type { AnyPaper } from '#kernel/language/paper.ts';
import { shortMoment } from '#kernel/web/i18n/dates.ts';
import { useLanguage, useT } from '#kernel/web/i18n/words.ts';
import { useCall } from '#kernel/web/query/use-call.ts';
import type { WireRow } from '#kernel/web/registry/rows.ts';
import { DiagramDialog } from '../work/diagram/diagram-dialog.view.tsx';
import { governingCase } from '../work/work.calls.ts';
import './governed-band.css';

/**
 * A strip on the page of a governed row: the people that its process waits for, with links to the task and the diagram.
 */
export default function GovernedBand({ of, row }: { of: AnyPaper; row: WireRow }): ReactElement | null {
  const t = useT();
  const language = useLanguage();
  const [isSeen, setSeen] = useState(false);
  const { data } = useCall(
    governingCase,
    { paperName: of.name, businessId: row.id },
    { of: 'row', quiet: true, retry: false },
  );
  if (!data?.processInstanceId) return null;
  const who = data.waitingFor || t(['待签收的人', 'whoever claims it']);
  return (
    <p className="governed-band">
      <Hourglass size={15} aria-hidden />
      <span>
        {data.taskId ? <b>{t(['等你审批', 'Waits for you'])}</b> : <b>{t([`等 ${who} 审批`, `Waits for ${who}`])}</b>}{' '}
        <span className="quiet">
          {data.taskName}{' '}
          {data.since && t([`${shortMoment(data.since, language)} 起`, `since ${shortMoment(data.since, language)}`])}
        </span>
      </span>
      <span className="spring" />
      <button type="button" className="button plain" onClick={() => setSeen(true)}>
        <Workflow size={15} aria-hidden />
        {t(['流程图', 'Diagram'])}
      </button>
      {data.taskId && (
        <Link className="button" to={`/work/todo?at=${data.taskId}`}>
          {t(['去待办', 'To the task'])}
        </Link>
      )}
      {isSeen && (
        <DiagramDialog
          of={{ processInstanceId: data.processInstanceId }}
          title={data.processDefinitionName}
          onClose={() => setSeen(false)}
        />
      )}
    </p>
  );
}
