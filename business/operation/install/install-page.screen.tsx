import { ChevronLeft, CloudOff } from 'lucide-react';
import { type ReactElement, useEffect, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import type { Label } from '#kernel/language/label.ts';
import { askCall } from '#kernel/web/http/ask-call.ts';
import { Refused } from '#kernel/web/http/refused.ts';
import { useT } from '#kernel/web/i18n/words.ts';
import { bindByMac } from '../households/household.calls.ts';
import { codeIn, isNamed } from '../pool/announced.rules.ts';
import { AnnouncedState } from './announced.view.tsx';
import { CodeField } from './code-field.view.tsx';
import { HomeFields } from './home-fields.view.tsx';
import { type InstallDraft, type InstallStep, MIN_CODE, installStep, nextDraft } from './install.rules.ts';
import { LiveValues } from './live-values.view.tsx';
import { useInstallDraft } from './use-draft.view.tsx';
import { usePool } from './use-pool.view.tsx';
import './install.css';

/** Why the device cannot be bound yet, by the unfinished step. */
const waits: Readonly<Record<Exclude<InstallStep, 'bind'>, Label>> = {
  code: ['先扫码或输入 MAC、序列号', 'Scan or type the MAC or serial number first'],
  announce: ['等设备上电后才能绑定', 'It can be bound once it announces itself'],
  home: ['先选家庭', 'Choose the home first'],
};

interface Bound {
  readonly id: string;
  readonly name: string;
}

/** Hide the header and footer of the app on a phone while this page is open. */
function useOwnBars(): void {
  useEffect(() => {
    document.documentElement.dataset.ownBars = '';
    return () => {
      delete document.documentElement.dataset.ownBars;
    };
  }, []);
}

function Bind({
  draft,
  mac,
  step,
  isOffline,
  onBound,
}: {
  draft: InstallDraft;
  mac: string;
  step: InstallStep;
  isOffline: boolean;
  onBound: (bound: Bound) => void;
}): ReactElement {
  const t = useT();
  const [isBinding, setBinding] = useState(false);
  const [refusal, setRefusal] = useState('');
  useEffect(() => setRefusal(''), [draft.code, draft.householdId]);
  const why = isOffline
    ? t(['没有网络，填的内容已存在手机里', 'No network; what you typed is kept on this phone'])
    : step === 'bind'
      ? ''
      : t(waits[step]);
  const bind = async (): Promise<void> => {
    setBinding(true);
    setRefusal('');
    try {
      const { householdId, roomId, name } = draft;
      const row = await askCall(
        bindByMac,
        { householdId, mac, roomId: roomId || null, name: name.trim() || null },
        { quiet: true },
      );
      onBound({ id: row.id, name: row.deviceName });
    } catch (error) {
      if (error instanceof Refused) setRefusal(error.message);
      else throw error;
    } finally {
      setBinding(false);
    }
  };
  return (
    <footer className="install-foot">
      {(refusal || why) && (
        <p className={refusal ? 'install-refused' : 'quiet'} role={refusal ? 'alert' : undefined}>
          {refusal || why}
        </p>
      )}
      <button
        type="button"
        className="install-button strong"
        disabled={why !== '' || isBinding}
        aria-busy={isBinding}
        title={why || undefined}
        onClick={() => void bind()}
      >
        {t(['绑定到这个家庭', 'Bind to this home'])}
      </button>
    </footer>
  );
}

/**
 * Page for installing a device: enter its code, wait for its announcement, bind it to the home, and watch its first
 * values.
 */
export default function InstallPage(): ReactElement {
  const t = useT();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const [draft, change] = useInstallDraft();
  const [bound, setBound] = useState<Bound | null>(null);
  useOwnBars();
  const code = codeIn(draft?.code ?? '');
  const pool = usePool(code.length >= MIN_CODE ? code : '');
  const found = pool.rows.find((row) =>
    isNamed(code, { mac: String(row.mac), serialNumber: String(row.serialNumber ?? '') }),
  );
  const isOffline = pool.isReachable === false;
  return (
    <div className="install">
      <header className="install-bar">
        <button
          type="button"
          className="install-icon"
          aria-label={t(['返回', 'Back'])}
          onClick={() => void navigate(-1)}
        >
          <ChevronLeft size={24} aria-hidden />
        </button>
        <h1>{t(['安装设备', 'Install a device'])}</h1>
      </header>
      {isOffline && (
        <p className="install-offline" role="status">
          <CloudOff size={20} aria-hidden />
          <span>
            {t([
              '离线 · 填的内容留在手机里，有网络后接着做',
              'Offline · what you typed stays on this phone; go on when there is a network',
            ])}
          </span>
        </p>
      )}
      {draft === undefined ? (
        <div className="install-body" aria-busy>
          <i className="skeleton" style={{ width: '60%' }} />
        </div>
      ) : bound ? (
        <>
          <div className="install-body">
            <section>
              <h2>{bound.name}</h2>
              <LiveValues deviceId={bound.id} />
            </section>
          </div>
          <footer className="install-foot">
            <button
              type="button"
              className="install-button strong"
              onClick={() => {
                setBound(null);
                change(nextDraft(draft));
              }}
            >
              {t(['装下一台', 'Install another one'])}
            </button>
          </footer>
        </>
      ) : (
        <>
          <div className="install-body">
            <section>
              <h2>{t(['设备', 'Device'])}</h2>
              <CodeField code={draft.code} onCode={(typed) => change({ code: typed })} />
              <AnnouncedState code={code} found={found} pool={pool} onCode={(chosen) => change({ code: chosen })} />
            </section>
            <section>
              <h2>{t(['家庭', 'Home'])}</h2>
              <HomeFields draft={draft} customerId={search.get('customerId') ?? ''} change={change} />
            </section>
          </div>
          <Bind
            draft={draft}
            mac={String(found?.mac ?? '')}
            step={installStep({ ...draft, code }, found !== undefined)}
            isOffline={isOffline}
            onBound={(row) => {
              setBound(row);
              change({ code: '', roomId: '', name: '' });
            }}
          />
        </>
      )}
    </div>
  );
}
