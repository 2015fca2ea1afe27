import { type ReactElement, useEffect, useRef, useState } from 'react';
import { useT } from '#kernel/web/i18n/words.ts';

/** As much of the browser's own reader of bar codes as is used; not every browser has one. */
interface Detector {
  detect(from: HTMLVideoElement): Promise<readonly { readonly rawValue: string }[]>;
}
const reader = (): Detector | null => {
  const Known = (globalThis as { BarcodeDetector?: new () => Detector }).BarcodeDetector;
  try {
    return Known ? new Known() : null;
  } catch {
    return null;
  }
};

const EVERY_MS = 250;

/** The picture of the camera, read again and again until a code is seen. */
function useCamera(onCode: (code: string) => void): {
  readonly video: React.RefObject<HTMLVideoElement | null>;
  readonly works: boolean;
} {
  const video = useRef<HTMLVideoElement>(null);
  const found = useRef(onCode);
  found.current = onCode;
  const [works, setWorks] = useState(() => reader() !== null && Boolean(navigator.mediaDevices?.getUserMedia));
  useEffect(() => {
    const detector = reader();
    if (!detector || !works) return;
    let stream: MediaStream | null = null;
    let gone = false;
    let timer = 0;
    const look = async (): Promise<void> => {
      if (gone || !video.current) return;
      const [code] = await detector.detect(video.current).catch(() => []);
      if (code?.rawValue && !gone) {
        found.current(code.rawValue);
        return;
      }
      timer = window.setTimeout(() => void look(), EVERY_MS);
    };
    const begin = async (): Promise<void> => {
      stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } });
      if (gone || !video.current) {
        for (const track of stream.getTracks()) track.stop();
        return;
      }
      video.current.srcObject = stream;
      await video.current.play();
      await look();
    };
    begin().catch(() => {
      if (!gone) setWorks(false);
    });
    return () => {
      gone = true;
      clearTimeout(timer);
      for (const track of stream?.getTracks() ?? []) track.stop();
    };
  }, [works]);
  return { video, works };
}

/** Reads a bar code with the camera where the phone can, and takes a typed one everywhere. */
export function Scanner({ onCode }: { onCode: (code: string) => void }): ReactElement {
  const t = useT();
  const { video, works } = useCamera(onCode);
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
