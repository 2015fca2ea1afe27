import { screen } from '#kernel/web/registry/screens.ts';
import { PhotoLines } from './photos/photo-lines.view.tsx';
import { toolApply } from './tool-apply.paper.ts';

export default screen(toolApply, {
  printAt: (row) => `/maintenance/goods/print/tools/${row.id}`,
  detailAside: PhotoLines,
});
