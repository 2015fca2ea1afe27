import { lastOf } from '#kernel/language/must.ts';
import { Workflow } from 'lucide-react';
import { type ReactElement, useState } from 'react';
import { useT } from '#kernel/web/i18n/words.ts';
import { useTabPath, useTabTitle } from '#kernel/web/tabs/tabs.ts';
import { withControls } from '#kernel/web/theme/with-controls.tsx';
import { DiagramDialog } from '../../work/diagram/diagram-dialog.view.tsx';
import '../../deploy/keeping/keeping.css';

const LeaveFields = withControls(() => import('./leave-fields.view.tsx').then((module) => module.default));

/** The page to apply for leave: approver, times and reason. */
export default function LeaveFormScreen(): ReactElement {
  const t = useT();
  const processDefinitionId = lastOf(useTabPath().split('/'));
  const [isSeen, setSeen] = useState(false);
  useTabTitle(t(['请假', 'Leave']));
  return (
    <div className="keeping">
      <header className="page-head">
        <h1>{t(['请假', 'Leave'])}</h1>
        <span className="quiet">{t(['天数按工作日计算', 'Counted in working days'])}</span>
        <span className="spring" />
        <button type="button" className="button plain" onClick={() => setSeen(true)}>
          <Workflow size={15} aria-hidden />
          {t(['流程图', 'Diagram'])}
        </button>
      </header>
      <LeaveFields processDefinitionId={processDefinitionId} />
      {isSeen && (
        <DiagramDialog of={{ processDefinitionId }} title={t(['请假', 'Leave'])} onClose={() => setSeen(false)} />
      )}
    </div>
  );
}
