import { type RefObject, useEffect, useRef, useState } from 'react';

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

/** The picture of the camera, read again and again until a code is seen; `works` is false where the browser cannot. */
export function useCodeCamera(onCode: (code: string) => void): {
  readonly video: RefObject<HTMLVideoElement | null>;
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
