import { type ReactElement, useState } from 'react';
import { useT } from '#kernel/web/i18n/words.ts';
import { useCodeCamera } from '#kernel/web/pickers/camera/use-code-camera.ts';

/** Read a bar code with the camera, if the phone can. The code may always be typed instead. */
export function Scanner({ onCode }: { onCode: (code: string) => void }): ReactElement {
  const t = useT();
  const { video, works } = useCodeCamera(onCode);
  const [typed, setTyped] = useState('');
  return (
    <div className="day-scan">
      {works ? (
        <video ref={video} muted playsInline aria-label={t(['对准条码', 'Point at the bar code'])} />
      ) : (
        <p className="quiet">
          {t([
            '这台手机不能直接扫码，请输入条码或物料编码。',
            'This phone cannot read codes: type the bar code or the material code.',
          ])}
        </p>
      )}
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (typed.trim()) {
            onCode(typed.trim());
            setTyped('');
          }
        }}
      >
        <input
          value={typed}
          data-autofocus={!works || undefined}
          placeholder={t(['条码或编码', 'Bar code or item code'])}
          aria-label={t(['条码或编码', 'Bar code or item code'])}
          onChange={(event) => setTyped(event.target.value)}
        />
        <button type="submit" className="day-button">
          {t(['添加', 'Add'])}
        </button>
      </form>
    </div>
  );
}
