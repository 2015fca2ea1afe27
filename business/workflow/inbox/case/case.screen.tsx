import type { ReactElement } from 'react';
import { useNavigate } from 'react-router';
import { useT } from '#kernel/web/i18n/words.ts';
import { closeTabs, useTabPath, useTabTitle } from '#kernel/web/tabs/tabs.ts';
import { CasePane } from './case-pane.view.tsx';

/**
 * The page of a process instance. The address `…/handle/{task}/{instance}/{row}` shows it to decide the task,
 * `…/detail/{instance}/{row}` without a task.
 */
export default function CaseScreen(): ReactElement {
  const t = useT();
  const path = useTabPath();
  const navigate = useNavigate();
  const parts = path.split('/').slice(4);
  const isHandled = parts[0] === 'handle';
  const [taskId, processInstanceId] = isHandled ? [parts[1], parts[2]] : ['', parts[1]];
  useTabTitle(isHandled ? t(['办理', 'Decide']) : t(['流程详情', 'Case']));
  return (
    <CasePane
      taskId={taskId ?? ''}
      processInstanceId={processInstanceId ?? ''}
      at={0}
      total={0}
      onGone={() => {
        closeTabs([path], path);
        void navigate('/work/todo');
      }}
    />
  );
}
