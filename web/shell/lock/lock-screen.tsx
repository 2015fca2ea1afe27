import { LockKeyhole } from 'lucide-react';
import { type FormEvent, type ReactElement, useRef, useState } from 'react';
import { useFocusInside } from '#kernel/web/dialogs/focus-inside.ts';
import { useKeys } from '#kernel/web/shortcuts/keys.ts';
import { endSession, useSession } from '#kernel/web/session/session.ts';
import { useT } from '#kernel/web/i18n/words.ts';
import { openLock } from './lock.ts';

/** Covers the whole page until it is unlocked by password. */
export function LockScreen(): ReactElement {
  const t = useT();
  const name = useSession((state) => state.session?.name ?? '');
  const [password, setPassword] = useState('');
  const [wrong, setWrong] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const keepFocus = useFocusInside(box);
  useKeys([], { modal: true });
  const open = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setWrong(!(await openLock(password)));
    setPassword('');
  };
  return (
    <div
      ref={box}
      className="lock"
      role="dialog"
      aria-modal="true"
      aria-label={t(['已锁屏', 'Locked'])}
      tabIndex={-1}
      onKeyDown={keepFocus}
    >
      <form onSubmit={(event) => void open(event)}>
        <LockKeyhole size={28} aria-hidden />
        <h1>{name}</h1>
        <input
          className="plain-input"
          data-autofocus
          type="password"
          autoComplete="off"
          placeholder={t(['锁屏密码', 'Lock password'])}
          aria-label={t(['锁屏密码', 'Lock password'])}
          value={password}
          onChange={(event) => setPassword(event.target.value)}
          aria-invalid={wrong}
        />
        {wrong && (
          <p className="field-problem" role="alert">
            {t(['锁屏密码不对', 'Wrong lock password'])}
          </p>
        )}
        <button type="submit" className="button strong">
          {t(['解锁', 'Unlock'])}
        </button>
        <button type="button" className="link" onClick={endSession}>
          {t(['退出登录', 'Log out'])}
        </button>
      </form>
    </div>
  );
}
