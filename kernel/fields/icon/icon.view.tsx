import type { ReactElement } from 'react';
import { iconOf } from '#kernel/web/menus/icons.ts';
import { type KindView, asString } from '../faces.view.tsx';

/** An icon with its name beside it. */
export function NamedIcon({ name }: { name: string }): ReactElement {
  const Icon = iconOf(name);
  return (
    <span className="icon-name">
      <Icon size={16} aria-hidden /> {name}
    </span>
  );
}

/** The icon without its name, which would not fit into a column. */
function Shown({ name }: { name: string }): ReactElement {
  const Icon = iconOf(name);
  return (
    <span className="icon-name" role="img" aria-label={name} title={name}>
      <Icon size={16} aria-hidden />
    </span>
  );
}

export const iconView: KindView = {
  cell: ({ value }) => (value ? <Shown name={asString(value)} /> : ''),
  detail: ({ value }) => (value ? <NamedIcon name={asString(value)} /> : ''),
};
