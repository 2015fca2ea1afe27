import { type ReactElement, useState } from 'react';
import { Dialog } from '#kernel/web/dialogs/dialog.tsx';
import { DialogButtons } from '#kernel/web/dialogs/dialog-buttons.tsx';
import { askCall } from '#kernel/web/http/ask-call.ts';
import { Refused } from '#kernel/web/http/refused.ts';
import { useT } from '#kernel/web/i18n/words.ts';
import { ChoiceBox } from '#kernel/web/pickers/choice-box.tsx';
import { refresh } from '#kernel/web/query/client.ts';
import { toast } from '#kernel/web/toast/toasts.ts';
import { deployModel } from '../model/design/design.calls.ts';
import { useCategories } from './use-categories.view.tsx';

/** A dialog to deploy a new version of a model under a category. */
export function DeployDialog({
  modelId,
  category: before,
  drawn,
  onDone,
  onClose,
}: {
  modelId: string;
  /** The category of the last deployed version; empty if there is none. */ category: string;
  /** The category that the drawing itself names, which cannot be changed here; empty if it names none. */
  drawn: string;
  onDone: () => void;
  onClose: () => void;
}): ReactElement {
  const t = useT();
  const items = useCategories();
  const [chosen, choose] = useState(before);
  const [refusal, setRefusal] = useState('');
  const category = drawn || chosen || (items[0]?.key ?? '');
  const deploy = async (): Promise<void> => {
    try {
      await askCall(deployModel, { modelId, category }, { quiet: true });
    } catch (failed) {
      if (!(failed instanceof Refused)) throw failed;
      setRefusal(failed.message);
      return;
    }
    refresh('processModel');
    toast.good(t(['已部署，新发起的走这一版', 'Deployed: what starts from now on runs on it']));
    onDone();
  };
  return (
    <Dialog
      title={t(['部署流程', 'Deploy'])}
      width={420}
      onClose={onClose}
      foot={
        <DialogButtons onClose={onClose} disabled={!category} onClick={() => void deploy()}>
          {t(['部署', 'Deploy'])}
        </DialogButtons>
      }
    >
      <div className="design-row">
        <span className="design-label">{t(['流程分类', 'Category'])}</span>
        {drawn ? (
          <b>{items.find(({ key }) => key === drawn)?.label ?? drawn}</b>
        ) : (
          <ChoiceBox label={t(['流程分类', 'Category'])} value={category} items={items} onChange={choose} />
        )}
      </div>
      {drawn && <p className="quiet">{t(['分类在流程图里写明', 'The drawing names its category'])}</p>}
      <p className="quiet">
        {t([
          '运行中的实例留在原来的版本上，内容相同则不产生新版本。',
          'Running instances stay on their version; the same drawing makes no new one.',
        ])}
      </p>
      {refusal && (
        <p className="field-problem" role="alert">
          {refusal}
        </p>
      )}
    </Dialog>
  );
}
