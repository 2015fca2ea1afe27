import { Plus } from 'lucide-react';
import { type ReactElement, useState } from 'react';
import { createPortal } from 'react-dom';
import { useNavigate } from 'react-router';
import { ageWords } from '#kernel/fields/integer/span-words.ts';
import { serverNow } from '#kernel/web/i18n/company-time.ts';
import { useT } from '#kernel/web/i18n/words.ts';
import { refresh } from '#kernel/web/query/client.ts';
import { useMay } from '#kernel/web/registry/papers.ts';
import { withControls } from '#kernel/web/theme/with-controls.tsx';
import { deviceConnection } from '../../gateway/connect/channel/device-connection.paper.ts';
import { device } from '../../devices/device.paper.ts';
import { useStrangers } from './use-monitor.view.tsx';

const PaperForm = withControls(() => import('#kernel/web/form/paper-form.tsx').then((module) => module.PaperForm));

/** Ids of frames that no device has, each with a button that registers the device. */
export function UnregisteredDevices(): ReactElement | null {
  const t = useT();
  const navigate = useNavigate();
  const mayAdd = useMay(device)('add');
  const rows = useStrangers();
  const [sender, register] = useState<string>();
  if (rows.length === 0 && sender === undefined) return null;
  return (
    <section className="ingest-last mon-strangers">
      <h2>
        {t(['未登记的设备', 'Devices not registered'])}
        <small className="quiet">
          {t(['报文校验通过，还没有这台设备', 'Their frames are right, the device is not known'])}
        </small>
      </h2>
      <ol className="ingest-list">
        {rows.map((one) => (
          <li key={`${one.connectionId} ${one.sender}`}>
            <code>{one.sender}</code>
            <span className="ingest-detail">
              {one.connectionName} {t([`${one.frames} 帧，`, `frames: ${one.frames}, `])}
              {t(ageWords((serverNow().getTime() - one.last) / 1000))}
            </span>
            {mayAdd && (
              <button type="button" className="button small" onClick={() => register(one.sender)}>
                <Plus size={14} aria-hidden /> {t(['登记为设备', 'Register'])}
              </button>
            )}
          </li>
        ))}
      </ol>
      {sender !== undefined &&
        createPortal(
          <PaperForm
            of={device}
            row={null}
            start={{ deviceKey: sender, deviceName: sender, authType: 'none' }}
            onClose={() => register(undefined)}
            onDirty={() => undefined}
            onSaved={(row, another) => {
              void refresh(device.name);
              void refresh(deviceConnection.name);
              if (another) return;
              register(undefined);
              if (row) void navigate(`/matter/exampleDetail?id=${row.id}`);
            }}
          />,
          document.body,
        )}
    </section>
  );
}
