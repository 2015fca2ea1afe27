import { screen } from '#kernel/web/registry/screens.ts';
import { materialReturn } from './material-return.paper.ts';

export default screen(materialReturn, {
  printAt: (row) => `/maintenance/goods/print/return/${row.id}`,
});
