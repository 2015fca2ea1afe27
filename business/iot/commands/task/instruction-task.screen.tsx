import { screen } from '#kernel/web/registry/screens.ts';
import { instructionTask } from './instruction-task.paper.ts';

/** List of instruction tasks. Each opens on its own page, with its devices and their results. */
export default screen(instructionTask, {
  links: [{ icon: 'list-checks', label: ['看执行', 'See the run'], to: (row) => `/iot/instructionTask/${row.id}` }],
});
