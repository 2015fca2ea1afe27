import { Check, CircleAlert, Play } from 'lucide-react';
import { type ReactElement, useEffect, useState } from 'react';
import { askCall } from '#kernel/web/http/ask-call.ts';
import { Refused } from '#kernel/web/http/refused.ts';
import { useT } from '#kernel/web/i18n/words.ts';
import { type ShownCase, simulateDrawing } from '../../model/design/design.calls.ts';
import { caseVariables } from './case-variables.rules.ts';
import { PreviewCanvas } from './preview-canvas.view.tsx';

interface Played {
  readonly run: ShownCase | null;
  readonly problem: string;
}

/** Return a function that simulates one instance of the drawing on the server, with its last result or refusal. */
function useCase(xml: string): Played & {
  readonly play: (variables: string, decisions: Readonly<Record<string, boolean>>) => Promise<void>;
} {
  const [played, setPlayed] = useState<Played>({ run: null, problem: '' });
  const play = async (variables: string, decisions: Readonly<Record<string, boolean>>): Promise<void> => {
    try {
      const { run } = await askCall(
        simulateDrawing,
        { xml, variables: caseVariables(variables), decisions },
        { quiet: true },
      );
      setPlayed({ run, problem: '' });
    } catch (failed) {
      if (!(failed instanceof Refused)) throw failed;
      setPlayed({ run: null, problem: failed.message });
    }
  };
  return { ...played, play };
}

function Steps({
  run,
  decisions,
  onDecide,
}: {
  run: ShownCase;
  decisions: Readonly<Record<string, boolean>>;
  onDecide: (nodeId: string, pass: boolean) => void;
}): ReactElement {
  const t = useT();
  return (
    <ol className="design-steps">
      {run.tasks.map((task, at) => (
        <li key={`${at} ${task.nodeId}`}>
          <b>{task.name || task.nodeId}</b>
          <small className="quiet">
            {task.people.join(t(['、', ', '])) || t(['没有人，交给管理员', 'Nobody: administrators'])}
          </small>
          <button
            type="button"
            className="link"
            aria-pressed={!task.pass}
            onClick={() => onDecide(task.nodeId, decisions[task.nodeId] === false)}
          >
            {task.pass ? t(['同意', 'Passed']) : t(['驳回', 'Rejected'])}
          </button>
        </li>
      ))}
      <li data-end={run.end}>
        {run.end === 'stuck' && <CircleAlert size={15} aria-hidden />}
        <b>
          {run.end === 'ended'
            ? t(
                run.outcome === 'rejected'
                  ? ['结束：不通过', 'Ended: rejected']
                  : run.outcome === 'approved'
                    ? ['结束：通过', 'Ended: approved']
                    : ['结束', 'Ended'],
              )
            : run.end === 'waiting'
              ? t(['停在等待的事件', 'Waits for an event'])
              : t(['卡住', 'Stuck'])}
        </b>
        <small className="quiet">{run.message || (run.end === 'ended' ? '' : run.node)}</small>
      </li>
    </ol>
  );
}

/**
 * The read-only preview before saving, with token simulation, minimap, one simulated instance, and a button to save.
 */
export function ProcessPreview({ xml, onSave }: { xml: string; onSave: () => void }): ReactElement {
  const t = useT();
  const [variables, setVariables] = useState('');
  const [decisions, setDecisions] = useState<Readonly<Record<string, boolean>>>({});
  const { run, problem, play } = useCase(xml);
  useEffect(() => {
    if (xml) void play(variables, decisions);
  }, [xml, decisions]);
  return (
    <div className="design-preview">
      {xml && <PreviewCanvas xml={xml} visited={run?.visited ?? []} />}
      <aside className="design-panel" aria-label={t(['试走一件', 'Try one'])}>
        <header>
          <b>{t(['试走一件', 'Try one'])}</b>
          <small className="quiet">{t(['不写数据', 'Nothing is written'])}</small>
        </header>
        <form
          className="design-scroll design-part"
          onSubmit={(event) => {
            event.preventDefault();
            void play(variables, decisions);
          }}
        >
          <label className="design-label" htmlFor="design-variables">
            {t(['流程变量，每行一个', 'Variables, one a line'])}
          </label>
          <textarea
            id="design-variables"
            className="plain-input mono"
            rows={4}
            placeholder="days = 5"
            value={variables}
            onChange={(event) => setVariables(event.target.value)}
          />
          <button type="submit" className="button">
            <Play size={14} aria-hidden />
            {t(['走一遍', 'Play'])}
          </button>
          {problem && (
            <p className="field-problem" role="alert">
              {problem}
            </p>
          )}
          {run && (
            <Steps
              run={run}
              decisions={decisions}
              onDecide={(nodeId, pass) => setDecisions({ ...decisions, [nodeId]: pass })}
            />
          )}
        </form>
        <footer>
          <button type="button" className="button strong" onClick={onSave}>
            <Check size={15} aria-hidden />
            {t(['确定', 'Confirm'])}
          </button>
          <small className="quiet">{t(['保存这张图', 'Saves this drawing'])}</small>
        </footer>
      </aside>
    </div>
  );
}
