import { Volume2, VolumeX } from 'lucide-react';
import { type ReactElement, useRef, useState } from 'react';
import { useT } from '#kernel/web/i18n/words.ts';
import type { ScanTone } from './rules/verdict.rules.ts';

const KEY = 'anju-scan-sound';
const SECONDS = 0.12;
/** Frequencies in Hz: a high tone for a right scan, a low one for a wrong or short one. */
const PITCH: Readonly<Record<ScanTone, number | null>> = { good: 1320, wrong: 220, short: 330, plain: null };

function sound(context: AudioContext, pitch: number): void {
  const tone = context.createOscillator();
  const volume = context.createGain();
  volume.gain.value = 0.12;
  tone.type = pitch < 500 ? 'square' : 'sine';
  tone.frequency.value = pitch;
  tone.connect(volume).connect(context.destination);
  tone.start();
  tone.stop(context.currentTime + SECONDS);
}

/** Two tones for scans, and the switch that turns them off. */
export function useTones(): { readonly play: (tone: ScanTone) => void; readonly element: ReactElement } {
  const t = useT();
  const [isOn, setOn] = useState(() => localStorage.getItem(KEY) !== '0');
  const context = useRef<AudioContext | null>(null);
  const play = (tone: ScanTone): void => {
    const pitch = PITCH[tone];
    if (!isOn || pitch === null || typeof AudioContext === 'undefined') return;
    sound((context.current ??= new AudioContext()), pitch);
  };
  const toggle = (): void => {
    localStorage.setItem(KEY, isOn ? '0' : '1');
    setOn(!isOn);
  };
  return {
    play,
    element: (
      <button type="button" className="button plain" aria-pressed={isOn} onClick={toggle}>
        {isOn ? <Volume2 size={15} aria-hidden /> : <VolumeX size={15} aria-hidden />}
        {t(isOn ? ['提示音开', 'Sound on'] : ['静音', 'Silent'])}
      </button>
    ),
  };
}
