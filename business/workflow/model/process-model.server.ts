import { behaviour } from '#kernel/server';
import { processModel } from './process-model.paper.ts';

export default behaviour<typeof processModel>(processModel, {
  apart: true,
  computed: { created: 't.create_time', lastUpdated: 't.update_time' },
});
