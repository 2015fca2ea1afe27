import { behaviour } from '#kernel/server/behaviour.ts';
import { refuse } from '../refusals.ts';
import { placeOf } from './address.rules.ts';
import { datasource } from './datasource.paper.ts';

export default behaviour<typeof datasource>(datasource, {
  async saving(_context, { before, values }) {
    if (!placeOf(values.url ?? before?.url ?? '')) throw refuse.onlyPostgres();
  },
});
