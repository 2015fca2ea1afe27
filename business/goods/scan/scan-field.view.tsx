import { ScanLine as ScanIcon } from 'lucide-react';
import {
  type KeyboardEvent as FieldKey,
  type ReactElement,
  type ReactNode,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from 'react';
import { useCodeCamera } from '#kernel/web/pickers/camera/use-code-camera.ts';

const isField = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName));

/** Characters of codes, which no shortcut of this page needs. */
const isOfCode = (event: KeyboardEvent): boolean =>
  /^[\w:.-]$/.test(event.key) && !event.ctrlKey && !event.metaKey && !event.altKey;

/** Put what is typed outside any field into the scan field, as a scanner does not know where the focus is. */
function useTypedAnywhere(field: RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    const hear = (event: KeyboardEvent): void => {
      if (isField(event.target) || !isOfCode(event) || document.querySelector('[role=dialog]')) return;
      field.current?.focus();
      // The key belongs to the field alone, not to a shortcut.
      event.stopPropagation();
    };
    window.addEventListener('keydown', hear, true);
    return () => window.removeEventListener('keydown', hear, true);
  }, [field]);
}

interface FieldProps {
  readonly label: string;
  readonly onScan: (text: string) => void;
  readonly isOff?: boolean;
  /** Shown at the right of the field. */ readonly children?: ReactNode;
  readonly isFocused?: boolean;
}

/** The field of a scanner: a text that ends in Enter or Tab is one scan. Tab in an empty field moves on as usual. */
export function ScanField({ label, onScan, isOff, children, isFocused }: FieldProps): ReactElement {
  const field = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');
  useTypedAnywhere(field);
  useEffect(() => {
    if (isFocused) field.current?.focus();
  }, [isFocused, label]);
  const end = (event: FieldKey<HTMLInputElement>): void => {
    const typed = event.currentTarget.value.trim();
    if (event.nativeEvent.isComposing || event.shiftKey || !['Enter', 'Tab'].includes(event.key)) return;
    if (event.key === 'Tab' && !typed) return;
    event.preventDefault();
    event.stopPropagation();
    setText('');
    if (typed) onScan(typed);
  };
  return (
    <div className="scan-field" data-off={isOff}>
      <ScanIcon size={26} aria-hidden />
      <input
        ref={field}
        value={text}
        disabled={isOff}
        maxLength={128}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        placeholder={label}
        aria-label={label}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={end}
      />
      {children}
    </div>
  );
}

/** The camera of a phone above the field; nothing where the phone cannot read codes. */
export function ScanCamera({ onScan, label }: { onScan: (text: string) => void; label: string }): ReactElement | null {
  const { video, works } = useCodeCamera(onScan, { isEndless: true });
  return works ? <video ref={video} className="scan-camera" muted playsInline aria-label={label} /> : null;
}
