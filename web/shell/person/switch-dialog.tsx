import { ChoiceBox } from '#kernel/web/pickers/choice-box.tsx';
import { useQuery } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import { Dialog } from '#kernel/web/dialogs/dialog.tsx';
import { get } from '#kernel/web/http/http.ts';
import { switchDuty } from '#kernel/web/session/tokens.ts';
import { toast } from '#kernel/web/toast/toasts.ts';
import { useT } from '#kernel/web/i18n/words.ts';

/**
 * Dialog to choose one of the own departments and roles. Until another choice the person has only the rights of these.
 */
export function SwitchDialog({ onClose }: { onClose: () => void }): ReactElement {
  const t = useT();
  const { data: depts = [] } = useQuery({
    queryKey: ['own departments'],
    queryFn: () => get<{ id: string; deptName: string }[]>('blade-system/dept/select'),
  });
  const { data: roles = [] } = useQuery({
    queryKey: ['own roles'],
    queryFn: () => get<{ id: string; roleName: string }[]>('blade-system/role/select'),
  });
  const [given, setGiven] = useState({ dept: '', role: '' });
  async function change(): Promise<void> {
    if (!given.dept) {
      toast.bad(t(['请选择部门', 'Choose a department']));
      return;
    }
    if (!given.role) {
      toast.bad(t(['请选择角色', 'Choose a role']));
      return;
    }
    try {
      await switchDuty(given.role, given.dept);
      location.assign('/');
    } catch (error) {
      toast.bad((error as Error).message);
    }
  }
  const select = (
    name: 'dept' | 'role',
    label: string,
    options: readonly (readonly [id: string, words: string])[],
  ): ReactElement => (
    <div className="plain-field">
      <label htmlFor={`switch-${name}`}>{label}</label>
      <ChoiceBox
        id={`switch-${name}`}
        value={given[name]}
        items={[
          { key: '', label: t(['请选择', 'Choose']) },
          ...options.map(([id, words]) => ({ key: id, label: words })),
        ]}
        onChange={(id) => setGiven((now) => ({ ...now, [name]: id }))}
      />
    </div>
  );
  return (
    <Dialog
      title={t(['用户信息选择', 'Department and role'])}
      width={420}
      onClose={onClose}
      foot={
        <button type="button" className="button strong" onClick={() => void change()}>
          {t(['切换', 'Switch'])}
        </button>
      }
    >
      <div className="dialog-fields">
        {select(
          'dept',
          t(['部门', 'Department']),
          depts.map((one) => [one.id, one.deptName]),
        )}
        {select(
          'role',
          t(['角色', 'Role']),
          roles.map((one) => [one.id, one.roleName]),
        )}
      </div>
    </Dialog>
  );
}
