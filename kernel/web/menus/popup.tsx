import { type ReactElement, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useKeys } from '../shortcuts/keys.ts';
import './menus.css';

const EDGE = 8;
const GAP = 4;

/**
 * A small box below the preceding button. Esc, or a press outside of it and of the lists that its inputs open, closes
 * it.
 */
export function Popup({
  label,
  children,
  onClose,
}: {
  label: string;
  children: ReactNode;
  onClose: () => void;
}): ReactElement {
  const box = useRef<HTMLDivElement>(null);
  const pressedInside = useRef(false);
  const [place, setPlace] = useState<{ left: number; top: number }>({ left: 0, top: 0 });
  useLayoutEffect(() => {
    const sheet = box.current;
    const opener = sheet?.previousElementSibling;
    if (!sheet || !opener) return undefined;
    // Place the box again when its size changes, because its content may load later.
    const put = (): void => {
      const [from, size] = [opener.getBoundingClientRect(), sheet.getBoundingClientRect()];
      setPlace({ left: Math.max(EDGE, Math.min(from.left, innerWidth - size.width - EDGE)), top: from.bottom + GAP });
    };
    const watch = new ResizeObserver(put);
    watch.observe(sheet);
    put();
    return () => watch.disconnect();
  }, []);
  useEffect(() => {
    const opener = box.current?.previousElementSibling;
    const press = (event: MouseEvent): void => {
      if (!pressedInside.current && !opener?.contains(event.target as Node)) onClose();
      pressedInside.current = false;
    };
    document.addEventListener('mousedown', press);
    return () => {
      document.removeEventListener('mousedown', press);
      if (opener instanceof HTMLElement && (document.activeElement === document.body || !document.activeElement))
        opener.focus();
    };
  }, []);
  useKeys([{ keys: 'Escape', label: ['关闭', 'Close'], typing: true, silent: true, run: onClose }]);
  return (
    <div
      ref={box}
      className="popup"
      role="dialog"
      aria-label={label}
      style={place}
      onMouseDownCapture={() => {
        pressedInside.current = true;
      }}
    >
      {children}
    </div>
  );
}
