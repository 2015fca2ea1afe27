import { moneyText } from '#kernel/language/values.ts';
import { ChevronRight, Languages, LayoutDashboard, LogOut, MoonStar, Sun } from 'lucide-react';
import type { ReactElement } from 'react';
import { useNavigate } from 'react-router';
import { wageStatus } from '#business/piecework/dictionaries.ts';
import { pieceStatus } from '#business/completion/dictionaries.ts';
import { ask } from '#kernel/web/dialogs/ask.tsx';
import { get } from '#kernel/web/http/http.ts';
import { useOutbox } from '#kernel/web/http/offline/outbox.ts';
import { endSession, useSession } from '#kernel/web/session/session.ts';
import { HOME } from '#kernel/web/tabs/tabs.ts';
import { useLook, applyTheme } from '#kernel/web/theme/theme.ts';
import { dayInWords } from '#kernel/web/i18n/dates.ts';
import { setLanguage, useLanguage, useT, words } from '#kernel/web/i18n/words.ts';
import { KeyPill, KeyWord } from '#kernel/web/pickers/key-word.tsx';
import { customerServiceTeam } from '#business/system/dictionaries.ts';
import { useStoredDay, usePlace } from '../use-day.view.tsx';
import type { Slip } from './slip.rules.ts';
import { useOwn } from './use-own.view.tsx';

interface OwnPiece {
  readonly id: string;
  readonly pieceNo: string;
  readonly customerName: string;
  readonly finishDate: string;
  readonly pieceAmount: string | null;
  readonly pieceStatus: string;
}

async function leave(unsent: number): Promise<void> {
  const sure =
    unsent === 0 ||
    (await ask({
      title: words(['还有没发送的步骤', 'Some steps are not sent']),
      text: words([
        `${unsent} 步还在这台手机里，等你再次登录才会发送。`,
        `${unsent} steps stay on this phone and are sent when you log in again.`,
      ]),
      yes: words(['仍然退出', 'Log out anyway']),
      danger: true,
    }));
  if (!sure) return;
  await get('blade-auth/oauth/logout', {}, { quiet: true }).catch(() => undefined);
  endSession();
}

function Settings(): ReactElement {
  const t = useT();
  const go = useNavigate();
  const language = useLanguage();
  const shown = useLook((look) => look.shown);
  const unsent = useOutbox((state) => state.steps.filter((step) => step.state !== 'sent').length);
  return (
    <ul className="day-card day-rows day-settings">
      <li>
        <button type="button" onClick={() => setLanguage(language === 'en' ? 'zh' : 'en')}>
          <Languages size={20} aria-hidden />
          <span>{language === 'en' ? '中文' : 'English'}</span>
        </button>
      </li>
      <li>
        <button type="button" onClick={() => applyTheme({ mode: shown === 'dark' ? 'light' : 'dark' })}>
          {shown === 'dark' ? <Sun size={20} aria-hidden /> : <MoonStar size={20} aria-hidden />}
          <span>{shown === 'dark' ? t(['浅色', 'Light']) : t(['深色', 'Dark'])}</span>
        </button>
      </li>
      <li>
        <button type="button" onClick={() => void go(HOME)}>
          <LayoutDashboard size={20} aria-hidden />
          <span>{t(['全部功能', 'Everything else'])}</span>
          <ChevronRight size={18} aria-hidden />
        </button>
      </li>
      <li>
        <button type="button" onClick={() => void leave(unsent)}>
          <LogOut size={20} aria-hidden />
          <span>{t(['退出登录', 'Log out'])}</span>
        </button>
      </li>
    </ul>
  );
}

/** The technician's own page: payslips, pieces, and the phone's appearance. */
export function MePage(): ReactElement {
  const t = useT();
  const { go } = usePlace();
  const person = useSession((state) => state.session);
  const technician = useStoredDay((state) => state.stored?.own.technician);
  const slips = useOwn<{ records: Slip[] }>('slips', 'blade-maintenance/webApi/aswagesheet/list', {
    current: 1,
    size: 12,
  });
  const pieces = useOwn<{ records: OwnPiece[] }>('pieces', 'blade-maintenance/webApi/aspiecework/list', {
    current: 1,
    size: 30,
    descs: 'finishDate',
  });
  return (
    <>
      <header className="day-head">
        <div className="day-title">
          <h1>{technician?.name ?? person?.name}</h1>
          {technician && (
            <span className="quiet">
              <KeyWord of={customerServiceTeam} value={technician.team} />
            </span>
          )}
        </div>
      </header>
      <div className="day-body">
        <section>
          <h2 className="day-caption">
            <span>{t(['工资单', 'Payslips'])}</span>
          </h2>
          {slips.data?.records.length ? (
            <ul className="day-card day-rows">
              {slips.data.records.map((slip) => (
                <li key={slip.id}>
                  <button type="button" className="day-line-row" onClick={() => go('slip', slip.id)}>
                    <span>
                      <b>{slip.wagePeriod}</b>
                      <small>{slip.wageNo}</small>
                    </span>
                    <KeyPill of={wageStatus} value={slip.wageStatus} />
                    <b className="end">{moneyText(slip.totalAmount)}</b>
                    <ChevronRight size={18} aria-hidden />
                  </button>
                </li>
              ))}
            </ul>
          ) : (
            <p className="day-none">
              {slips.data
                ? t(['还没有工资单。', 'No payslip yet.'])
                : slips.failed
                  ? t(['联网后显示。', 'Shown when there is a network.'])
                  : '…'}
            </p>
          )}
        </section>
        <section>
          <h2 className="day-caption">
            <span>{t(['我的计件', 'My pieces'])}</span>
          </h2>
          {pieces.data?.records.length ? (
            <ul className="day-card day-rows">
              {pieces.data.records.map((piece) => (
                <li key={piece.id} className="day-line-row">
                  <span>
                    <b>{piece.customerName}</b>
                    <small>
                      {piece.pieceNo} · <time>{dayInWords(piece.finishDate)}</time>
                    </small>
                  </span>
                  <KeyPill of={pieceStatus} value={piece.pieceStatus} />
                  <b className="end">{moneyText(piece.pieceAmount ?? 0)}</b>
                </li>
              ))}
            </ul>
          ) : (
            <p className="day-none">
              {pieces.data
                ? t(['还没有计件。', 'No piece yet.'])
                : pieces.failed
                  ? t(['联网后显示。', 'Shown when there is a network.'])
                  : '…'}
            </p>
          )}
        </section>
        <Settings />
      </div>
    </>
  );
}
