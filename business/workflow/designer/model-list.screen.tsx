import { screen } from '#kernel/web/registry/screens.ts';
import { processModel } from '../model/process-model.paper.ts';

/** Models are created and edited in the designer, not in a form. */
export default screen(processModel, {
  page: (row) => `/flow/model/${row?.id ?? 'new'}`,
  details: { modelEditorXml: () => null },
  links: [{ icon: 'route', label: ['设计', 'Design'], to: (row) => `/flow/model/${row.id}` }],
});
