import { Gauge } from 'lucide-react';
import { type ReactElement, useState } from 'react';
import { createPortal } from 'react-dom';
import { momentNow } from '#kernel/web/i18n/company-time.ts';
import { useT } from '#kernel/web/i18n/words.ts';
import { refresh } from '#kernel/web/query/client.ts';
import { useMay } from '#kernel/web/registry/papers.ts';
import { withControls } from '#kernel/web/theme/with-controls.tsx';
import { device } from '../../devices/device.paper.ts';
import { meterChange } from './meter-change.paper.ts';

const PaperForm = withControls(() => import('#kernel/web/form/paper-form.tsx').then((module) => module.PaperForm));

/** Open the form of a meter change for a device. Only those who may record one see the button. */
export function ChangeMeter({ deviceId, small = false }: { deviceId: string; small?: boolean }): ReactElement | null {
  const t = useT();
  const may = useMay(meterChange)('add');
  const [start, setStart] = useState<Readonly<Record<string, unknown>> | null>(null);
  if (!may) return null;
  return (
    <>
      <button
        type="button"
        className={small ? 'button small' : 'button'}
        onClick={() => setStart({ deviceId, changeTime: momentNow() })}
      >
        <Gauge size={15} aria-hidden />
        {t(['换表', 'Change meter'])}
      </button>
      {start &&
        // Beside the page: its own styles of inputs do not reach the form.
        createPortal(
          <PaperForm
            of={meterChange}
            row={null}
            start={start}
            onClose={() => setStart(null)}
            onDirty={() => undefined}
            onSaved={(_row, another) => {
              void refresh(meterChange.name);
              void refresh(device.name);
              if (!another) setStart(null);
            }}
          />,
          document.body,
        )}
    </>
  );
}
