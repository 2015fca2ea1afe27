import type { ReactElement } from 'react';
import { asList } from '#kernel/fields/faces.view.tsx';
import { screen } from '#kernel/web/registry/screens.ts';
import { withControls } from '#kernel/web/theme/with-controls.tsx';
import { counted } from '#kernel/web/i18n/plural.ts';
import { useT } from '#kernel/web/i18n/words.ts';
import { tenantPackage } from './tenant-package.paper.ts';

const PackageMenus = withControls(() => import('./package-menus.view.tsx').then((module) => module.PackageMenus));

function MenuCount({ ids }: { ids: readonly string[] }): ReactElement {
  const t = useT();
  return <>{t([`${ids.length} 项`, counted(ids.length, 'item')])}</>;
}

export default screen(tenantPackage, {
  inputs: { menuId: PackageMenus },
  columns: { menuId: (row) => <MenuCount ids={asList(row.menuId)} /> },
});
