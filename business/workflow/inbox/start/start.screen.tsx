import { Play, Route, Workflow } from 'lucide-react';
import { type ReactElement, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { ask } from '#kernel/web/dialogs/ask.tsx';
import { askCall } from '#kernel/web/http/ask-call.ts';
import { newKey } from '#kernel/web/http/headers.ts';
import { Refused } from '#kernel/web/http/refused.ts';
import { dayInWords } from '#kernel/web/i18n/dates.ts';
import { useLanguage, useT } from '#kernel/web/i18n/words.ts';
import { iconOf } from '#kernel/web/menus/icons.ts';
import { useCall } from '#kernel/web/query/use-call.ts';
import { useButtons } from '#kernel/web/session/buttons.ts';
import { toast } from '#kernel/web/toast/toasts.ts';
import { ProcessHead } from '../../deploy/keeping/process-head.view.tsx';
import { DiagramDialog } from '../../work/diagram/diagram-dialog.view.tsx';
import { iconOfCase } from '../list/line-icon.rules.ts';
import { refreshTasks } from '../use-inbox.view.tsx';
import type { FlowProcess } from '../../work/flow-shapes.calls.ts';
import { startByHand } from '../../work/process.calls.ts';
import { startList } from '../../work/work.calls.ts';
import '../../deploy/keeping/keeping.css';

/** Pages that start the processes of a category, instead of the general start. */
const FORMS: Readonly<Record<string, string>> = { flow_leave: '/work/process/leave/form' };

/** Processes that are started by submitting a paper; the button leads to the list of that paper. */
const BY_PAPER: Readonly<Record<string, { readonly to: string; readonly label: readonly [string, string] }>> = {
  technicianLeave: { to: '/maintenance/asleaveform', label: ['去请假单', 'To the leave requests'] },
};

function Actions({ process, see }: { process: FlowProcess; see: () => void }): ReactElement {
  const t = useT();
  const navigate = useNavigate();
  const buttons = useButtons();
  const [busy, setBusy] = useState(false);
  const begin = async (): Promise<void> => {
    const form = FORMS[process.category];
    if (form) return void navigate(`${form}/${process.id}`);
    if (!(await ask({ title: t([`发起“${process.name}”？`, `Start “${process.name}”?`]), yes: t(['发起', 'Start']) })))
      return;
    setBusy(true);
    try {
      await askCall(
        startByHand,
        { processDefinitionId: process.id, businessId: null, variables: null },
        { key: newKey(), quiet: true },
      );
      toast.good(t(['已发起', 'Started']));
      refreshTasks();
      void navigate('/work/send');
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      toast.bad(error.message);
    } finally {
      setBusy(false);
    }
  };
  const paper = BY_PAPER[process.key];
  const isOn = process.suspensionState === 1;
  return (
    <>
      {buttons.has('work_start_image') && (
        <button type="button" className="button plain" onClick={see}>
          <Workflow size={15} aria-hidden />
          {t(['流程图', 'Diagram'])}
        </button>
      )}
      {paper ? (
        <Link className="button" to={paper.to}>
          {t(paper.label)}
        </Link>
      ) : (
        buttons.has('work_start_flow') && (
          <button
            type="button"
            className="button strong"
            disabled={busy || !isOn}
            title={isOn ? undefined : t(['流程已挂起', 'The process is suspended'])}
            onClick={() => void begin()}
          >
            <Play size={15} aria-hidden />
            {t(['发起', 'Start'])}
          </button>
        )
      )}
    </>
  );
}

/** The processes that the reader may start, each in its newest version. */
export default function StartScreen(): ReactElement {
  const t = useT();
  const language = useLanguage();
  const [mode, setMode] = useState('');
  const [name, setName] = useState('');
  const [seen, setSeen] = useState<FlowProcess | null>(null);
  const { data, error, refetch } = useCall(
    startList,
    { current: 1, size: 200, ...(mode && { mode }), ...(name && { name }) },
    { quiet: true, retry: false },
  );
  return (
    <div className="keeping">
      <ProcessHead
        title={['发起流程', 'Start a process']}
        total={data?.total}
        mode={mode}
        setMode={setMode}
        word={name}
        setWord={setName}
        wordLabel={['流程名称', 'Process']}
      />
      {error && (
        <div className="table-empty" role="alert">
          <span>{error.message}</span>
          <button type="button" className="button" onClick={() => void refetch()}>
            {t(['再试', 'Try again'])}
          </button>
        </div>
      )}
      {data?.records.length === 0 && (
        <div className="table-empty">
          <b>{t(['没有可发起的流程', 'There is no process to start'])}</b>
        </div>
      )}
      <ul className="start-cards" aria-busy={!data && !error}>
        {data?.records.map((process) => {
          const Icon = iconOf(iconOfCase({ businessTable: '', category: process.category })) ?? Route;
          return (
            <li key={process.id}>
              <p>
                <Icon size={16} aria-hidden />
                <b>{process.name}</b>
                <span className="quiet">v{process.version}</span>
                <span className="spring" />
                {process.suspensionState !== 1 && <span className="pill violet">{t(['挂起', 'Suspended'])}</span>}
              </p>
              <p className="quiet">
                {process.categoryName}
                {process.categoryName && t(['，', ', '])}
                {process.tenantId === '' ? t(['通用', 'shared']) : t(['本公司', 'own'])}
                {t(['，', ', '])}
                {dayInWords(process.deploymentTime, language)}
              </p>
              <footer>
                <Actions process={process} see={() => setSeen(process)} />
              </footer>
            </li>
          );
        })}
      </ul>
      {seen && <DiagramDialog of={{ processDefinitionId: seen.id }} title={seen.name} onClose={() => setSeen(null)} />}
    </div>
  );
}
