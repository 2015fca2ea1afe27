import { ClipboardPaste } from 'lucide-react';
import { type ReactElement, useState } from 'react';
import { useNavigate } from 'react-router';
import { Dialog } from '#kernel/web/dialogs/dialog.tsx';
import { DialogButtons } from '#kernel/web/dialogs/dialog-buttons.tsx';
import { Refused } from '#kernel/web/http/refused.ts';
import { useT } from '#kernel/web/i18n/words.ts';
import { refresh } from '#kernel/web/query/client.ts';
import { readList, saveRow } from '#kernel/web/registry/paper-calls.ts';
import { useMay } from '#kernel/web/registry/papers.ts';
import { SAVE_KEYS } from '#kernel/web/shortcuts/keys.ts';
import { FrameFault, bytesOf } from '../codec/frame.rules.ts';
import { connectConfig } from '../config/connect-config.paper.ts';
import { connectSample } from '../config/samples/connect-sample.paper.ts';

/** Ports that are offered; the gateway opens those of its setting `DEVICE_PORTS`. */
const FIRST_PORT = 9500;
const LAST_PORT = 9999;

/** Return the lowest offered port that no configuration has. */
async function freePort(): Promise<string> {
  const { records } = await readList(connectConfig, { size: '500' });
  const taken = new Set(records.map((row) => Number(row.port)));
  for (let port = FIRST_PORT; port <= LAST_PORT; port++) if (!taken.has(port)) return String(port);
  return '';
}

const isFrame = (text: string): boolean => {
  try {
    return bytesOf(text).length > 0;
  } catch (error) {
    if (error instanceof FrameFault) return false;
    throw error;
  }
};

function NewFrame({ start, onClose }: { start: string; onClose: () => void }): ReactElement {
  const t = useT();
  const navigate = useNavigate();
  const [frame, setFrame] = useState('');
  const [name, setName] = useState('');
  const [port, setPort] = useState(start);
  const [wrong, setWrong] = useState('');
  const missing = !isFrame(frame)
    ? t(['先粘贴一帧十六进制报文', 'Paste a frame in hex first'])
    : !name.trim()
      ? t(['起个名字', 'Give it a name'])
      : undefined;
  const make = async (): Promise<void> => {
    if (missing) return;
    setWrong('');
    try {
      const row = await saveRow(
        connectConfig,
        {
          name: name.trim(),
          ip: '0.0.0.0',
          port: Number(port),
          deviceConnectType: 'tcp_server',
          deviceConnectMethod: 'long',
          deviceConnectFormat: 'hex',
          deviceIdRule: 'field',
        },
        { quiet: true },
      );
      await saveRow(
        connectSample,
        { keyId: row.id, name: t(['样例 1', 'Sample 1']), frame: frame.trim(), sort: 1 },
        { quiet: true },
      );
      void refresh(connectConfig.name);
      onClose();
      void navigate(`/iot/connectConfig/${row.id}`);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      setWrong(error.fields.map((one) => one.msg).join(t(['；', '; '])) || error.message);
    }
  };
  return (
    <Dialog
      title={t(['从一帧报文新建', 'New from a frame'])}
      width={560}
      onClose={onClose}
      keys={[{ keys: SAVE_KEYS, label: ['新建', 'Create'], typing: true, run: () => void make() }]}
      foot={
        <>
          <span className="spring" />
          <DialogButtons onClose={onClose} disabled={missing !== undefined} title={missing} onClick={() => void make()}>
            {t(['新建', 'Create'])}
          </DialogButtons>
        </>
      }
    >
      <form
        className="paint-new"
        onSubmit={(event) => {
          event.preventDefault();
          void make();
        }}
      >
        <label>
          {t(['报文（十六进制）', 'Frame in hex'])}
          <textarea
            className="plain-input mono"
            autoFocus
            rows={4}
            value={frame}
            onChange={(event) => setFrame(event.target.value)}
          />
        </label>
        <label>
          {t(['名称', 'Name'])}
          <input
            className="plain-input"
            value={name}
            maxLength={64}
            onChange={(event) => setName(event.target.value)}
          />
        </label>
        <label>
          {t(['端口', 'Port'])}
          <input
            className="plain-input"
            inputMode="numeric"
            value={port}
            onChange={(event) => setPort(event.target.value)}
          />
        </label>
        <button type="submit" className="sr-only" tabIndex={-1}>
          {t(['新建', 'Create'])}
        </button>
        {wrong && (
          <p className="field-problem" role="alert">
            {wrong}
          </p>
        )}
      </form>
    </Dialog>
  );
}

/** The button of the list that begins a configuration with a pasted frame. */
export function NewFrameButton(): ReactElement | null {
  const t = useT();
  const may = useMay(connectConfig)('add');
  const [start, setStart] = useState<string>();
  if (!may) return null;
  return (
    <>
      <button type="button" className="button" onClick={() => void freePort().then(setStart)}>
        <ClipboardPaste size={15} aria-hidden /> {t(['从报文新建', 'New from a frame'])}
      </button>
      {start !== undefined && <NewFrame start={start} onClose={() => setStart(undefined)} />}
    </>
  );
}
