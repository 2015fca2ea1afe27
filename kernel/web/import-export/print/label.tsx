import type { ReactElement, ReactNode } from 'react';
import { withControls } from '../../theme/with-controls.tsx';

const Qr = withControls(() => import('./qr.tsx').then((module) => module.Qr));

/** A label of 60 × 40 mm: a QR code, a title, and up to three lines. */
export function PrintLabel({
  code,
  title,
  children,
}: {
  code: string;
  title: string;
  children?: ReactNode;
}): ReactElement {
  return (
    <article className="label" data-code={code}>
      <Qr value={code} size={96} />
      <div>
        <b>{title}</b>
        {children}
      </div>
    </article>
  );
}

/** Labels beside and below each other on A4, cut along the dashed lines. */
export const LabelSheet = ({ children }: { children: ReactNode }): ReactElement => (
  <div className="label-sheet">{children}</div>
);
