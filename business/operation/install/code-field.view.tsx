import { ScanLine, X } from 'lucide-react';
import { type ReactElement, useState } from 'react';
import { useT } from '#kernel/web/i18n/words.ts';
import { useCodeCamera } from '#kernel/web/pickers/camera/use-code-camera.ts';
import { codeIn } from '../pool/announced.rules.ts';

function Camera({ onCode, onClose }: { onCode: (code: string) => void; onClose: () => void }): ReactElement {
  const t = useT();
  const { video, works } = useCodeCamera(onCode);
  return (
    <div className="install-camera">
      {works ? (
        <video ref={video} muted playsInline aria-label={t(['对准条码', 'Point at the bar code'])} />
      ) : (
        <p className="quiet">
          {t([
            '这台手机不能直接扫码，请输入 MAC 或序列号。',
            'This phone cannot read codes: type the MAC or the serial number.',
          ])}
        </p>
      )}
      <button type="button" className="install-icon" aria-label={t(['关闭相机', 'Close the camera'])} onClick={onClose}>
        <X size={22} aria-hidden />
      </button>
    </div>
  );
}

/** Field for the MAC or serial number of a device. It can be typed, or scanned if the phone supports that. */
export function CodeField({ code, onCode }: { code: string; onCode: (code: string) => void }): ReactElement {
  const t = useT();
  const [isScanning, setScanning] = useState(false);
  const label = t(['MAC 或序列号', 'MAC or serial number']);
  return (
    <>
      <div className="install-code">
        <input
          value={code}
          aria-label={label}
          placeholder={label}
          autoCapitalize="characters"
          autoComplete="off"
          spellCheck={false}
          maxLength={64}
          onChange={(event) => onCode(event.target.value)}
        />
        <button
          type="button"
          className="install-button"
          aria-pressed={isScanning}
          onClick={() => setScanning(!isScanning)}
        >
          <ScanLine size={20} aria-hidden />
          {t(['扫码', 'Scan'])}
        </button>
      </div>
      {isScanning && (
        <Camera
          onClose={() => setScanning(false)}
          onCode={(scanned) => {
            setScanning(false);
            onCode(codeIn(scanned));
          }}
        />
      )}
    </>
  );
}
