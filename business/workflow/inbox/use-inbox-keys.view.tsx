import { type Binding, useKeys } from '#kernel/web/shortcuts/keys.ts';
import type { InboxView } from './inbox-lines.rules.ts';

interface InboxKeys {
  readonly view: InboxView;
  readonly go: (by: number) => void;
  readonly pick: () => void;
  readonly batch: () => void;
  readonly hasBatch: boolean;
  readonly clear: () => void;
  readonly hasPicked: boolean;
}

/** Register the keyboard shortcuts of the list; `useDeciding` registers those of the open instance. */
export function useInboxKeys({ view, go, pick, batch, hasBatch, clear, hasPicked }: InboxKeys): void {
  const decides = view === 'todo' || view === 'claim';
  const bindings: Binding[] = [
    { keys: 'j ArrowDown', label: ['下一条', 'Next'], run: () => go(1) },
    { keys: 'k ArrowUp', label: ['上一条', 'Previous'], run: () => go(-1) },
  ];
  if (decides) bindings.push({ keys: 'Space', label: ['选中', 'Select'], overPressed: true, run: pick });
  if (hasBatch) bindings.push({ keys: 'b', label: ['批量同意', 'Approve together'], run: batch });
  if (hasPicked) bindings.push({ keys: 'Escape', label: ['取消选中', 'Select none'], silent: true, run: clear });
  useKeys(bindings);
}
