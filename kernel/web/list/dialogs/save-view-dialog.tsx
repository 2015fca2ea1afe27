import { ChoiceBox } from '../../pickers/choice-box.tsx';
import { type ReactElement, useState } from 'react';
import { ask } from '../../dialogs/ask.tsx';
import { Dialog } from '../../dialogs/dialog.tsx';
import { DialogButtons } from '../../dialogs/dialog-buttons.tsx';
import { toast } from '../../toast/toasts.ts';
import { useT } from '../../i18n/words.ts';
import type { ListScreenState } from '../state/use-list-screen.ts';
import { AS_TABLE, storeView } from '../views/views.ts';

type Audience = 'own' | 'role' | 'company';

/**
 * Saves the filters, the order and the layout as a view. It is personal, or, with the right to share, for a role or the
 * company.
 */
export function SaveViewDialog({ screen, onClose }: { screen: ListScreenState; onClose: () => void }): ReactElement {
  const t = useT();
  const { mayShare, roles = [] } = screen.stored;
  const [name, setName] = useState('');
  const [audience, setAudience] = useState<Audience>('own');
  const [role, setRole] = useState('');
  const [first, setFirst] = useState(false);
  const sort = new URLSearchParams(location.search).get('sort') ?? undefined;
  const ready = name.trim() !== '' && (audience !== 'role' || role !== '');
  const save = async (): Promise<void> => {
    if (!ready) return;
    const known = screen.views.some(
      (view) => view.own?.name === name.trim() && Boolean(view.own.shared) === (audience !== 'own'),
    );
    if (
      known &&
      !(await ask({
        title: t([`已有视图“${name.trim()}”，要替换它吗？`, `There is a view “${name.trim()}”. Replace it?`]),
        yes: t(['替换', 'Replace']),
      }))
    )
      return;
    const key = await storeView(screen.of, {
      name: name.trim(),
      filters: screen.filters,
      sort,
      as: screen.state.as || AS_TABLE,
      group: screen.state.group || undefined,
      ...(audience !== 'own' && { shared: audience, ...(audience === 'role' && { role }), ...(first && { first }) }),
    });
    toast.good(t(['视图已保存', 'View saved']));
    onClose();
    // Switch to the new view. Remove its filters from the address, because the view contains them now.
    screen.state.change({
      ...Object.fromEntries([...Object.keys(screen.state.filters), 'keyword', 'sort'].map((one) => [one, undefined])),
      view: key,
      sort,
    });
  };
  const choice = (one: Audience, label: string): ReactElement => (
    <label className="tick">
      <input type="radio" name="view-audience" checked={audience === one} onChange={() => setAudience(one)} />
      {label}
    </label>
  );
  return (
    <Dialog
      title={t(['存为视图', 'Save as view'])}
      width={420}
      onClose={onClose}
      foot={
        <DialogButtons
          onClose={onClose}
          disabled={!ready}
          title={
            ready
              ? undefined
              : t(name.trim() ? ['先选择角色', 'Choose the role first'] : ['先给视图起名', 'Name the view first'])
          }
          onClick={() => void save()}
        >
          {t(['保存', 'Save'])}
        </DialogButtons>
      }
    >
      <form
        className="plain-field view-form"
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <label htmlFor="view-name">{t(['视图名称', 'Name of the view'])}</label>
        <input
          id="view-name"
          className="plain-input"
          maxLength={20}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        {!mayShare && (
          <p className="field-help">
            {t([
              '只有你能看到。要给同事用，请复制链接发给他；共享给角色或全公司，由有“保存公共视图”按钮的同事来做。',
              'Only you will see it. Copy a link for others; who holds the button “Keep views for others” can keep it for a role or the company.',
            ])}
          </p>
        )}
        {mayShare && (
          <fieldset className="view-audience">
            <legend>{t(['谁能看到', 'Who sees it'])}</legend>
            {choice('own', t(['只有我', 'Only me']))}
            {choice('role', t(['一个角色', 'A role']))}
            {choice('company', t(['全公司', 'The company']))}
            {audience === 'role' && (
              <ChoiceBox
                label={t(['角色', 'Role'])}
                value={role}
                items={[
                  { key: '', label: t(['请选择角色', 'Choose a role']) },
                  ...roles.map((one) => ({ key: one.id, label: one.name })),
                ]}
                onChange={setRole}
              />
            )}
            {audience !== 'own' && (
              <label className="tick">
                <input type="checkbox" checked={first} onChange={(event) => setFirst(event.target.checked)} />
                {t(['打开列表时默认用它', 'The list begins with it'])}
              </label>
            )}
          </fieldset>
        )}
      </form>
    </Dialog>
  );
}
