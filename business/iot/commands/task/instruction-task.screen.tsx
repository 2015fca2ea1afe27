import { Plus } from 'lucide-react';
import type { ReactElement } from 'react';
import { Link } from 'react-router';
import { useT } from '#kernel/web/i18n/words.ts';
import { useMay } from '#kernel/web/registry/papers.ts';
import { screen } from '#kernel/web/registry/screens.ts';
import { instructionTask } from './instruction-task.paper.ts';

/** Link to the page that creates a task. */
function NewTask(): ReactElement | null {
  const t = useT();
  const may = useMay(instructionTask);
  if (!may('send')) return null;
  return (
    <Link className="button strong" to="/iot/instructionTask/new">
      <Plus size={15} aria-hidden />
      {t(['新建任务', 'Create a task'])}
    </Link>
  );
}

/** List of instruction tasks. Each opens on its own page, with its devices and their results. */
export default screen(instructionTask, {
  toolbar: NewTask,
  links: [{ icon: 'list-checks', label: ['看执行', 'See the run'], to: (row) => `/iot/instructionTask/${row.id}` }],
});
