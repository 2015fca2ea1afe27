import { type RefObject, useEffect, useRef, useState } from 'react';
import { type CodeReader, codeReader } from './code-reader.ts';

const EVERY_MS = 250;
/** Pause after a code before the next one is read, in which the person moves to the next thing. */
const NEXT_CODE_MS = 1500;

/**
 * Show the camera in `video` and read it repeatedly until a bar code is found; with `isEndless`, one code after the
 * other. `works` is false if there is no camera, or no reader because it could not be loaded.
 */
export function useCodeCamera(
  onCode: (code: string) => void,
  { isEndless = false }: { readonly isEndless?: boolean } = {},
): {
  readonly video: RefObject<HTMLVideoElement | null>;
  readonly works: boolean;
} {
  const video = useRef<HTMLVideoElement>(null);
  const found = useRef(onCode);
  found.current = onCode;
  const [works, setWorks] = useState(() => Boolean(navigator.mediaDevices?.getUserMedia));
  useEffect(() => {
    if (!works) return;
    let stream: MediaStream | null = null;
    let gone = false;
    let timer = 0;
    const look = async (read: CodeReader): Promise<void> => {
      if (gone || !video.current) return;
      const code = await read(video.current).catch(() => null);
      if (code && !gone) {
        found.current(code);
        if (!isEndless) return;
      }
      timer = window.setTimeout(() => void look(read), code ? NEXT_CODE_MS : EVERY_MS);
    };
    const stop = (): void => {
      for (const track of stream?.getTracks() ?? []) track.stop();
    };
    const begin = async (): Promise<void> => {
      stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } });
      if (gone || !video.current) return stop();
      video.current.srcObject = stream;
      await video.current.play();
      await look(await codeReader());
    };
    begin().catch(() => {
      stop();
      if (!gone) setWorks(false);
    });
    return () => {
      gone = true;
      clearTimeout(timer);
      stop();
    };
  }, [works, isEndless]);
  return { video, works };
}
