import type { ReactElement, ReactNode } from 'react';
import { create } from 'zustand';
import { Dialog } from '#kernel/web/dialogs/dialog.tsx';

/** The sheet that asks something before a step; one at a time, above whichever page is open. */
type Content = (close: () => void) => ReactElement;

const useSheet = create<{ content: Content | null }>(() => ({ content: null }));

export const openSheet = (content: Content): void => useSheet.setState({ content });
const close = (): void => useSheet.setState({ content: null });

/** Stands once in the page and shows the sheet that is open. */
export function SheetHost(): ReactElement | null {
  const content = useSheet((state) => state.content);
  return content ? content(close) : null;
}

/** From below on a phone, in the middle elsewhere; its buttons are large. */
export function BottomSheet({
  title,
  children,
  foot,
  onClose,
}: {
  title: string;
  children: ReactNode;
  foot: ReactNode;
  onClose: () => void;
}): ReactElement {
  return (
    <Dialog title={title} width={460} onClose={onClose} foot={<div className="day-foot-buttons">{foot}</div>}>
      <div className="day-sheet">{children}</div>
    </Dialog>
  );
}
