import { screen } from '#kernel/web/registry/screens.ts';
import { thingModel } from './thing-model.paper.ts';

export default screen(thingModel, {
  links: [{ icon: 'package', label: ['模型页', 'Page of the model'], to: (row) => `/matter/modelDetail/${row.id}` }],
});
