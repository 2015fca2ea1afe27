import type { ReactElement } from 'react';
import { Dialog } from '../dialogs/dialog.tsx';
import { useT } from '../i18n/words.ts';
import { type Binding, boundKeys } from './keys.ts';

/** The dialog that lists the shortcuts of the present screen. */
export function KeySheet({
  onClose,
  keys = boundKeys(),
}: {
  onClose: () => void;
  keys?: readonly Binding[];
}): ReactElement {
  const t = useT();
  const known = new Map(keys.map((binding) => [binding.keys, binding]));
  return (
    <Dialog title={t(['快捷键', 'Keyboard shortcuts'])} width={520} onClose={onClose}>
      <dl className="key-sheet">
        {[...known.values()].map((binding) => (
          <div key={binding.keys}>
            <dt>
              {binding.keys.split(' ').map((one) => (
                <kbd key={one}>{one === 'ArrowDown' ? '↓' : one === 'ArrowUp' ? '↑' : one.replaceAll('+', ' ')}</kbd>
              ))}
            </dt>
            <dd>{t(binding.label)}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
