import type { ReactElement } from 'react';
import { useT } from '#kernel/web/i18n/words.ts';
import type { DemoAccount } from './company.ts';

/** List of the demo accounts; a click fills one in. Without a demo company it is empty. */
export function DemoAccounts({
  accounts,
  onChoose,
}: {
  accounts: readonly DemoAccount[] | undefined;
  onChoose: (demo: DemoAccount) => void;
}): ReactElement | null {
  const t = useT();
  if (!accounts?.length) return null;
  return (
    <section className="login-demo" aria-label={t(['演示账号', 'Demo accounts'])}>
      <h2>
        <span>{t(['演示账号，点一下填入', 'Demo accounts, click to fill in'])}</span>
      </h2>
      <div>
        {accounts.map((demo) => (
          <button
            key={`${demo.tenant}/${demo.account}`}
            type="button"
            className="demo"
            title={demo.account}
            onClick={() => onChoose(demo)}
          >
            {t(demo.role)}
          </button>
        ))}
      </div>
    </section>
  );
}
