import type { ReactElement } from 'react';
import { screen } from '#kernel/web/registry/screens.ts';
import { UpgradeLook, lookOf } from '../targets/upgrade-look.view.tsx';
import { upgradeTask } from './upgrade-task.paper.ts';

/** The preview beside the inputs of a new task. */
function LookAside({ values }: { readonly values: Readonly<Record<string, unknown>> }): ReactElement {
  return <UpgradeLook sent={lookOf(values)} />;
}

/** List of upgrade tasks. Each opens on its own page, with its batches and devices. */
export default screen(upgradeTask, {
  formAside: LookAside,
  links: [{ icon: 'list-checks', label: ['看执行', 'See the run'], to: (row) => `/iot/upgradeTask/${row.id}` }],
});
