import type { ReactElement } from 'react';
import { DictPanes } from './dict-panes.view.tsx';

/** Dictionaries on the left, the items of the chosen one on the right. */
export default function DictHorizontal(): ReactElement {
  return <DictPanes across />;
}
