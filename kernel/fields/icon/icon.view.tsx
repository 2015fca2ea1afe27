import type { ReactElement } from 'react';
import { iconOf } from '#kernel/web/menus/icons.ts';
import { type KindView, asString } from '../faces.view.tsx';

/** An icon with the name by which it is chosen. */
export function Named({ name }: { name: string }): ReactElement {
  const Icon = iconOf(name);
  return <span className="icon-name"><Icon size={16} aria-hidden /> {name}</span>;
}

export const iconView: KindView = { cell: ({ value }) => (value ? <Named name={asString(value)} /> : '') };
