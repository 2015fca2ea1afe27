import type { ReactElement } from 'react';
import { DictPanes } from './dict-panes.view.tsx';

/** Dictionaries above, the items of the chosen one below. */
export default function DictVertical(): ReactElement {
  return <DictPanes across={false} />;
}
