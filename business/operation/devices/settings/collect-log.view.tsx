import { Download } from 'lucide-react';
import { type ReactElement, useRef, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Value } from '#kernel/web/detail/info/facts.tsx';
import { Dialog } from '#kernel/web/dialogs/dialog.tsx';
import { askCall } from '#kernel/web/http/ask-call.ts';
import { newKey } from '#kernel/web/http/headers.ts';
import { Refused } from '#kernel/web/http/refused.ts';
import { momentOf, serverNow } from '#kernel/web/i18n/company-time.ts';
import { useLanguage, useT } from '#kernel/web/i18n/words.ts';
import { SegmentedControl } from '#kernel/web/pickers/choice/segmented-control.tsx';
import { useDictionary } from '#kernel/web/pickers/dictionaries.ts';
import { refresh } from '#kernel/web/query/client.ts';
import { useCall } from '#kernel/web/query/use-call.ts';
import { fetchRow } from '#kernel/web/registry/paper-calls.ts';
import { useMay } from '#kernel/web/registry/papers.ts';
import { sendables } from '#business/iot/commands/control/control.calls.ts';
import { deviceCommand } from '#business/iot/commands/device-command.paper.ts';
import { device } from '#business/iot/devices/device.paper.ts';
import { deviceLogLevel } from '#business/iot/records/dictionaries.ts';
import { collectLog } from '../commands/gateway.calls.ts';
import './device-settings.css';

const HOUR = 3_600_000;
const SPANS = { 1: ['1 时', '1 h'], 6: ['6 时', '6 h'], 24: ['24 时', '24 h'] } as const;
const OPEN = ['pending', 'queued', 'sent', 'delivered', 'running'];
const AGAIN_MS = 2000;

/** State of the command, read until it has ended, with the file of the log. */
function Arrival({ id }: { id: string }): ReactElement {
  const t = useT();
  const language = useLanguage();
  const { data: row } = useQuery({
    queryKey: ['row', deviceCommand.name, id, language],
    queryFn: ({ signal }) => fetchRow(deviceCommand, id, signal),
    refetchInterval: ({ state }) => (OPEN.includes(String(state.data?.execStatus ?? 'pending')) ? AGAIN_MS : false),
  });
  if (!row) return <p aria-busy="true">{t(['读取…', 'Loading …'])}</p>;
  return (
    <p className="send-result" role="status" data-state={String(row.execStatus)}>
      <Value of={deviceCommand} row={row} name="execStatus" />
      {row.file ? (
        <>
          <Value of={deviceCommand} row={row} name="file" />
          <span>{t(['点图标下载', 'Press the icon to download it'])}</span>
        </>
      ) : (
        <span>
          {OPEN.includes(String(row.execStatus))
            ? t(['等设备上传，15 分钟内有效', 'The device sends it within 15 minutes'])
            : String(row.resultMsg ?? row.reason ?? '')}
        </span>
      )}
    </p>
  );
}

function LogDialog({ mac, close }: { mac: string; close: () => void }): ReactElement {
  const t = useT();
  const levels = useDictionary(deviceLogLevel);
  const [hours, setHours] = useState('1');
  const [level, setLevel] = useState('info');
  const [isBusy, setBusy] = useState(false);
  const [id, setId] = useState('');
  const [problem, setProblem] = useState('');
  const key = useRef(newKey());
  const go = async (): Promise<void> => {
    if (isBusy) return;
    setBusy(true);
    setProblem('');
    const now = serverNow().getTime();
    const [startTime, endTime] = [now - Number(hours) * HOUR, now].map((at) => momentOf(new Date(at)));
    try {
      const sent = { mainMac: mac, startTime, endTime, level: level as 'info' };
      setId((await askCall(collectLog, sent, { quiet: true, key: key.current })).instructionId);
      refresh(deviceCommand.name);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      setProblem(error.fields[0]?.msg ?? error.message);
    } finally {
      key.current = newKey();
      setBusy(false);
    }
  };
  return (
    <Dialog
      title={t(['采集日志', 'Collect the log'])}
      width={440}
      onClose={close}
      keys={[{ keys: 'Ctrl+Enter', label: ['采集', 'Collect'], typing: true, run: () => void go() }]}
      foot={
        <>
          <button type="button" className="button" onClick={close}>
            {t(['关闭', 'Close'])}
          </button>
          <button type="button" className="button strong" disabled={isBusy} onClick={() => void go()}>
            {t(['采集', 'Collect'])} <kbd>Ctrl ⏎</kbd>
          </button>
        </>
      }
    >
      <div className="plain-field log-choice">
        <span>{t(['最近', 'The last'])}</span>
        <SegmentedControl
          label={t(['最近', 'The last'])}
          items={Object.entries(SPANS).map(([span, label]) => ({ key: span, label: t(label) }))}
          value={hours}
          onChange={setHours}
        />
      </div>
      <div className="plain-field log-choice">
        <span>{t(['级别', 'Level'])}</span>
        <SegmentedControl
          label={t(['级别', 'Level'])}
          items={levels.map((one) => ({ key: one.key, label: one.label }))}
          value={level}
          onChange={setLevel}
        />
      </div>
      {id && <Arrival id={id} />}
      {problem && (
        <p className="field-problem" role="alert">
          {problem}
        </p>
      )}
    </Dialog>
  );
}

/** Button that collects the log of a device, if its model can send it. */
export default function CollectLog({ deviceId, mac }: { deviceId: string; mac: string }): ReactElement | null {
  const t = useT();
  const may = useMay(device)('control');
  const [isOpen, setOpen] = useState(false);
  const { data } = useCall(sendables, { deviceId }, { quiet: true, retry: false, enabled: may });
  if (!data?.some(({ attrType, identifier }) => attrType === 'service' && identifier === 'collectLog')) return null;
  return (
    <>
      <button type="button" className="button" onClick={() => setOpen(true)}>
        <Download size={15} aria-hidden />
        {t(['采集日志', 'Collect the log'])}
      </button>
      {isOpen && <LogDialog mac={mac} close={() => setOpen(false)} />}
    </>
  );
}
