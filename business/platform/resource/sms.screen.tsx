import { type ReactElement, useState } from 'react';
import type { Row } from '#kernel/language/paper.ts';
import { Dialog } from '#kernel/web/dialogs/dialog.tsx';
import { DialogButtons } from '#kernel/web/dialogs/dialog-buttons.tsx';
import { Refused } from '#kernel/web/http/refused.ts';
import { askCall } from '#kernel/web/http/ask-call.ts';
import { screen } from '#kernel/web/registry/screens.ts';
import { toast } from '#kernel/web/toast/toasts.ts';
import { useT } from '#kernel/web/i18n/words.ts';
import { RowVerbs } from '../row-verbs.view.tsx';
import { sendMessage, useChannel } from './sms.calls.ts';
import { sms } from './sms.paper.ts';

/** Return the names of the variables in a template: 验证码${code} has `code`. */
const variablesIn = (text: string): string[] => [
  ...new Set([...text.matchAll(/\$\{(\w+)\}/g)].map(([, name]) => name)),
];

function SendDialog({ row, onClose }: { row: Row<typeof sms>; onClose: () => void }): ReactElement {
  const t = useT();
  const names = variablesIn(row.templateText ?? '');
  const [phones, setPhones] = useState('');
  const [params, setParams] = useState<Readonly<Record<string, string>>>({});
  const [said, setSaid] = useState('');
  const [busy, setBusy] = useState(false);
  const send = async (): Promise<void> => {
    setBusy(true);
    try {
      const { sent } = await askCall(
        sendMessage,
        { code: row.smsCode, phones: phones.split(/[,，]/), params },
        { quiet: true },
      );
      toast.good(t([`已交给通道 ${sent.length} 条`, `${sent.length} handed over`]));
      onClose();
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      setSaid(error.message);
    } finally {
      setBusy(false);
    }
  };
  const ready = phones.trim() !== '' && names.every((name) => (params[name] ?? '').trim() !== '');
  return (
    <Dialog
      title={t(['发送短信', 'Send a message'])}
      width={520}
      onClose={onClose}
      foot={
        <>
          <span className="spring" />
          <DialogButtons onClose={onClose} disabled={busy || !ready} onClick={() => void send()}>
            {t(['发送', 'Send'])}
          </DialogButtons>
        </>
      }
    >
      <p className="quiet">{row.templateText}</p>
      <div className="plain-field">
        <label htmlFor="sms-phones">{t(['手机号，多个用逗号分隔', 'Mobile numbers, comma-joined'])}</label>
        <input
          id="sms-phones"
          className="plain-input"
          inputMode="tel"
          value={phones}
          onChange={(event) => {
            setPhones(event.target.value);
            setSaid('');
          }}
        />
      </div>
      {names.map((name) => (
        <div key={name} className="plain-field">
          <label htmlFor={`sms-${name}`}>{name}</label>
          <input
            id={`sms-${name}`}
            className="plain-input"
            maxLength={100}
            value={params[name] ?? ''}
            onChange={(event) => setParams({ ...params, [name]: event.target.value })}
          />
        </div>
      ))}
      {said && (
        <p className="field-problem" role="alert">
          {said}
        </p>
      )}
    </Dialog>
  );
}

/** Buttons that enable a channel, and send a message by the enabled one. */
function Channel({ row }: { row: Row<typeof sms> }): ReactElement {
  const [sending, setSending] = useState(false);
  const enable = async (): Promise<readonly [string, string]> => {
    await askCall(useChannel, { id: row.id });
    return ['已启用', 'In use'];
  };
  return (
    <>
      <RowVerbs
        of={sms}
        verbs={[
          {
            action: 'enable',
            icon: 'check',
            label: ['启用', 'Use this one'],
            off: row.isEnabled === true && ['正在使用', 'It is in use'],
            run: enable,
          },
          {
            action: 'send',
            icon: 'send',
            label: ['发送短信', 'Send a message'],
            off: row.isEnabled !== true && ['启用后才能发送', 'It must be in use'],
            run: async () => {
              setSending(true);
              return null;
            },
          },
        ]}
      />
      {sending && <SendDialog row={row} onClose={() => setSending(false)} />}
    </>
  );
}

export default screen(sms, { detailAside: Channel });
