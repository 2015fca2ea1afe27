import { screen } from '#kernel/web/registry/screens.ts';
import { connectionModel } from '../connection-model.paper.ts';

export default screen(connectionModel, {
  links: [
    { icon: 'list-tree', label: ['点位页', 'Page of points'], to: (row) => `/ljgl/ljmxDetail?id=${String(row.id)}` },
  ],
});
