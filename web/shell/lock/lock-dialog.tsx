import { type ReactElement, useState } from 'react';
import { Dialog } from '#kernel/web/dialogs/dialog.tsx';
import { useT } from '#kernel/web/i18n/words.ts';
import { setLock } from './lock.ts';

/** Dialog that asks for a password and locks the pages with it. */
export function LockDialog({ onClose }: { onClose: () => void }): ReactElement {
  const t = useT();
  const [password, setPassword] = useState('');
  const [empty, setEmpty] = useState(false);
  const lock = (): void => {
    if (!password) {
      setEmpty(true);
      return;
    }
    onClose();
    void setLock(password);
  };
  return (
    <Dialog
      title={t(['锁屏', 'Lock screen'])}
      width={380}
      onClose={onClose}
      foot={
        <button type="button" className="button strong" onClick={lock}>
          {t(['锁定', 'Lock'])}
        </button>
      }
    >
      <form
        className="plain-field"
        onSubmit={(event) => {
          event.preventDefault();
          lock();
        }}
      >
        <label htmlFor="lock-password">{t(['锁屏密码', 'Lock password'])}</label>
        <input
          id="lock-password"
          className="plain-input"
          data-autofocus
          type="password"
          autoComplete="off"
          value={password}
          aria-invalid={empty}
          onChange={(event) => {
            setPassword(event.target.value);
            setEmpty(false);
          }}
        />
        {empty && (
          <p className="field-problem" role="alert">
            {t(['请输入锁屏密码', 'Enter a lock password'])}
          </p>
        )}
        <p className="quiet">
          {t([
            '解锁时用它；不是登录密码，只在这次会话有效。',
            'You unlock with it. It is not your login password, and it lasts for this session only.',
          ])}
        </p>
      </form>
    </Dialog>
  );
}
