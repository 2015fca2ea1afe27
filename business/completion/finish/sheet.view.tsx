import type { ReactElement, ReactNode } from 'react';
import { create } from 'zustand';
import { Dialog } from '#kernel/web/dialogs/dialog.tsx';

/** Content of a sheet, which gets a function to close it. Only one sheet is open at a time. */
type Content = (close: () => void) => ReactElement;

const useSheet = create<{ content: Content | null }>(() => ({ content: null }));

export const openSheet = (content: Content): void => useSheet.setState({ content });
const close = (): void => useSheet.setState({ content: null });

/** Shows the open sheet; rendered once in each page. */
export function SheetHost(): ReactElement | null {
  const content = useSheet((state) => state.content);
  return content ? content(close) : null;
}

/** A dialog with large buttons, at the bottom of a phone and centred on other screens. */
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
