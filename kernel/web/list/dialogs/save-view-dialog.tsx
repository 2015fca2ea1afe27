import { type ReactElement, useState } from 'react';
import { ask } from '../../dialogs/ask.tsx';
import { Dialog } from '../../dialogs/dialog.tsx';
import { toast } from '../../toast/toasts.ts';
import { useT } from '../../words/words.ts';
import type { ListScreenState } from '../state/use-list-screen.ts';
import { keepView } from '../views/views.ts';

/** Keeps the filters and the order as a view of one's own. */
export function SaveViewDialog({ screen, onClose }: { screen: ListScreenState; onClose: () => void }): ReactElement {
  const t = useT();
  const [name, setName] = useState('');
  const sort = new URLSearchParams(location.search).get('sort') ?? undefined;
  const save = async (): Promise<void> => {
    if (!name.trim()) return;
    const known = screen.views.some((view) => view.own?.name === name.trim());
    if (known && !(await ask({ title: t([`已有视图“${name.trim()}”，要替换它吗？`, `There is a view “${name.trim()}”. Replace it?`]), yes: t(['替换', 'Replace']) }))) return;
    await keepView(screen.of, { name: name.trim(), filters: screen.filters, sort });
    toast.good(t(['视图已保存', 'View saved']));
    onClose();
  };
  return (
    <Dialog title={t(['存为视图', 'Save as view'])} width={400} onClose={onClose} foot={<><button type="button" className="button" onClick={onClose}>{t(['取消', 'Cancel'])}</button><button type="button" className="button strong" disabled={!name.trim()} onClick={() => void save()}>{t(['保存', 'Save'])}</button></>}>
      <form className="plain-field" onSubmit={(event) => { event.preventDefault(); void save(); }}>
        <label htmlFor="view-name">{t(['视图名称', 'Name of the view'])}</label>
        <input id="view-name" className="plain-input" maxLength={20} value={name} onChange={(event) => setName(event.target.value)} />
      </form>
    </Dialog>
  );
}
