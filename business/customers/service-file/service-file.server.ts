import { behaviour } from '#kernel/server';
import { serviceFile } from './service-file.paper.ts';

export default behaviour<typeof serviceFile>(serviceFile, {
  computed: { weibao: `case when t.warranty_end_date >= $today then 'warranty' else 'none' end` },
  async saved(context, { before, row }) {
    if (before && (before.address !== row.address || before.premisesId !== row.premisesId))
      await context.emit('serviceFile.moved', { id: row.id });
  },
});
