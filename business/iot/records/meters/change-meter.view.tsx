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

/** Button that opens the form of a meter exchange for a device. Only people with the right see it. */
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
        // Render the form outside the element of the page, whose styles for inputs must not apply to it.
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
