import { behaviour } from '#kernel/server';
import { serviceFile } from './service-file.paper.ts';

export default behaviour(serviceFile, {
  computed: { weibao: `case when t.warranty_end_date >= $today then 'warranty' else 'none' end` },
});
