import { Volume2, VolumeX } from 'lucide-react';
import { type ReactElement, useEffect, useRef, useState } from 'react';
import { useT } from '#kernel/web/i18n/words.ts';

const KEY = 'anju-alarm-sound';
const TONES = [880, 660] as const;
const TONE_SEC = 0.18;

/** Play two short tones. */
function sound(context: AudioContext): void {
  TONES.forEach((frequency, at) => {
    const tone = context.createOscillator();
    const volume = context.createGain();
    volume.gain.value = 0.15;
    tone.frequency.value = frequency;
    tone.connect(volume).connect(context.destination);
    tone.start(context.currentTime + at * TONE_SEC);
    tone.stop(context.currentTime + (at + 1) * TONE_SEC);
  });
}

/**
 * Switch for a sound at each new critical alarm; off at first. `critical`: ids of the critical alarms, separated by
 * commas.
 */
export function AlarmSound({ critical }: { critical: string | undefined }): ReactElement {
  const t = useT();
  const [isOn, setOn] = useState(() => localStorage.getItem(KEY) === '1');
  const context = useRef<AudioContext | null>(null);
  const known = useRef<ReadonlySet<string> | null>(null);
  useEffect(() => {
    if (critical === undefined) return;
    const ids = critical.split(',').filter(Boolean);
    const before = known.current;
    const isNew = before !== null && ids.some((id) => !before.has(id));
    known.current = new Set(ids);
    if (isNew && isOn) sound((context.current ??= new AudioContext()));
  }, [critical, isOn]);
  const toggle = (): void => {
    localStorage.setItem(KEY, isOn ? '0' : '1');
    // Play the sound on the press, because browsers allow sound only after the user has interacted with the page.
    if (!isOn) sound((context.current ??= new AudioContext()));
    setOn(!isOn);
  };
  return (
    <button type="button" className="button plain" aria-pressed={isOn} onClick={toggle}>
      {isOn ? <Volume2 size={15} aria-hidden /> : <VolumeX size={15} aria-hidden />}
      {t(isOn ? ['紧急才响', 'Critical only'] : ['静音', 'Silent'])}
    </button>
  );
}
