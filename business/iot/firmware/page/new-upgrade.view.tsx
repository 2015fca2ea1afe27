import { Plus } from 'lucide-react';
import { type ReactElement, useState } from 'react';
import { createPortal } from 'react-dom';
import { useNavigate } from 'react-router';
import { useT } from '#kernel/web/i18n/words.ts';
import { refresh } from '#kernel/web/query/client.ts';
import { useMay } from '#kernel/web/registry/papers.ts';
import { withControls } from '#kernel/web/theme/with-controls.tsx';
import { upgradeTask } from '../tasks/upgrade-task.paper.ts';

const PaperForm = withControls(() => import('#kernel/web/form/paper-form.tsx').then((module) => module.PaperForm));

/** Address of the page of a task. */
export const upgradePath = (id: string): string => `/iot/upgradeTask/${id}`;

/** Button that opens the form of a new task, with its preview. The new task opens on its page. */
export function NewUpgrade({
  start = {},
  small = false,
}: {
  start?: Readonly<Record<string, unknown>>;
  small?: boolean;
}): ReactElement | null {
  const t = useT();
  const navigate = useNavigate();
  const may = useMay(upgradeTask)('add');
  const [isOpen, setOpen] = useState(false);
  if (!may) return null;
  return (
    <>
      <button type="button" className={small ? 'button small' : 'button'} onClick={() => setOpen(true)}>
        <Plus size={15} aria-hidden /> {t(['新建升级任务', 'New upgrade task'])}
      </button>
      {isOpen &&
        // Render the form outside the element of the page, whose styles for inputs must not apply to it.
        createPortal(
          <PaperForm
            of={upgradeTask}
            row={null}
            start={start}
            onClose={() => setOpen(false)}
            onDirty={() => undefined}
            onSaved={(row, another) => {
              void refresh(upgradeTask.name);
              if (another) return;
              setOpen(false);
              if (row) void navigate(upgradePath(row.id));
            }}
          />,
          document.body,
        )}
    </>
  );
}
