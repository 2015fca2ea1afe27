import { KeyRound } from 'lucide-react';
import { type ReactElement, useState } from 'react';
import { Dialog } from '#kernel/web/dialogs/dialog.tsx';
import { DialogButtons } from '#kernel/web/dialogs/dialog-buttons.tsx';
import { ask } from '#kernel/web/dialogs/ask.tsx';
import { askCall } from '#kernel/web/http/ask-call.ts';
import { downloadByTicket } from '#kernel/web/http/files.ts';
import { Refused } from '#kernel/web/http/refused.ts';
import { counted } from '#kernel/web/i18n/plural.ts';
import { useT } from '#kernel/web/i18n/words.ts';
import { refresh } from '#kernel/web/query/client.ts';
import { useMay } from '#kernel/web/registry/papers.ts';
import { toast } from '#kernel/web/toast/toasts.ts';
import { MAX_PICKED, deviceSecrets, setSecrets } from '../../devices/device.calls.ts';
import { device } from '../../devices/device.paper.ts';
import { pastedSecrets } from './pasted-secrets.rules.ts';

/** Return a function that asks for confirmation and then downloads a workbook of new secrets. */
function useSecretFile(): (query: string) => Promise<void> {
  const t = useT();
  return async (query) => {
    const isSure = await ask({
      title: t(['发放设备密钥？', 'Issue device secrets?']),
      text: t([
        '密钥只在下载的文件里出现一次，请妥善保管。没有上过线的设备会换成新密钥，已在使用的设备不变。',
        'The secrets are shown once, in the file that is downloaded: keep it safe. Devices that never came online get new secrets; those in use keep theirs.',
      ]),
      yes: t(['下载密钥文件', 'Download the file']),
    });
    if (!isSure) return;
    await downloadByTicket(`${deviceSecrets.path}?${query}`).catch(() => undefined);
    refresh(device.name);
  };
}

/** Button that issues secrets to the selected devices of the list. */
export function SecretsOfPicked({ rows }: { rows: readonly { readonly id: string }[] }): ReactElement | null {
  const t = useT();
  const may = useMay(device);
  const fetchFile = useSecretFile();
  if (!may('secret')) return null;
  const isTooMany = rows.length > MAX_PICKED;
  return (
    <button
      type="button"
      className="button"
      disabled={isTooMany}
      title={
        isTooMany ? t([`一次最多 ${MAX_PICKED} 台`, `At most ${counted(MAX_PICKED, 'device')} at once`]) : undefined
      }
      onClick={() => void fetchFile(`ids=${rows.map(({ id }) => id).join(',')}`)}
    >
      <KeyRound size={15} aria-hidden />
      {t(['发放密钥', 'Issue secrets'])}
    </button>
  );
}

/** Button that issues secrets to the devices of an import, shown when the import has ended. */
export function SecretsOfImport({ batch }: { batch: string }): ReactElement | null {
  const t = useT();
  const may = useMay(device);
  const fetchFile = useSecretFile();
  return may('secret') ? (
    <button type="button" className="button" onClick={() => void fetchFile(`batch=${batch}`)}>
      <KeyRound size={15} aria-hidden />
      {t(['下载这批设备的密钥', 'Download the secrets of these devices'])}
    </button>
  ) : null;
}

/** Button in the head of the list that opens a dialog to enter secrets set by the maker. */
export function EnterSecrets(): ReactElement | null {
  const t = useT();
  const may = useMay(device);
  const [isOpen, setOpen] = useState(false);
  return may('secret') ? (
    <>
      <button type="button" className="button" onClick={() => setOpen(true)}>
        <KeyRound size={15} aria-hidden />
        {t(['录入密钥', 'Enter secrets'])}
      </button>
      {isOpen && <EnterDialog onClose={() => setOpen(false)} />}
    </>
  ) : null;
}

function EnterDialog({ onClose }: { onClose: () => void }): ReactElement {
  const t = useT();
  const [text, setText] = useState('');
  const [problem, setProblem] = useState('');
  const [isBusy, setBusy] = useState(false);
  const { secrets, unread } = pastedSecrets(text);
  const unreadText =
    unread.length > 0
      ? t([
          `第 ${unread.join('、')} 行不是“设备标识 密钥”两列`,
          `Rows ${unread.join(', ')} are not two columns: key and secret`,
        ])
      : '';
  const save = async (): Promise<void> => {
    setBusy(true);
    try {
      const { set } = await askCall(setSecrets, { secrets }, { quiet: true });
      toast.good(t([`已录入 ${set} 台设备的密钥`, `Secrets of ${counted(set, 'device')} were entered`]));
      refresh(device.name);
      onClose();
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      setProblem(error.message);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog
      title={t(['录入出厂密钥', 'Enter secrets of the maker'])}
      width={600}
      onClose={onClose}
      foot={
        <>
          <span className="quiet">{t([`${secrets.length} 台`, counted(secrets.length, 'device')])}</span>
          <span className="spring" />
          <DialogButtons
            onClose={onClose}
            disabled={isBusy || secrets.length === 0 || unread.length > 0}
            onClick={() => void save()}
          >
            {t(['录入', 'Enter'])}
          </DialogButtons>
        </>
      }
    >
      <div className="plain-field">
        <label htmlFor="device-secrets">
          {t([
            '从表格粘贴两列：设备标识、密钥（至少 16 个字符）',
            'Paste two columns of a sheet: device key and secret (at least 16 characters)',
          ])}
        </label>
        <textarea
          id="device-secrets"
          className="plain-input"
          rows={10}
          spellCheck={false}
          autoComplete="off"
          aria-describedby="device-secrets-problem"
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            setProblem('');
          }}
        />
        <p id="device-secrets-problem" className="field-problem" role="alert">
          {problem || unreadText}
        </p>
      </div>
    </Dialog>
  );
}
