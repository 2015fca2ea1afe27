import { behaviour } from '#kernel/server';
import { refuse } from '../refusals.ts';
import { databasePlaceOf } from './address.rules.ts';
import { datasource } from './datasource.paper.ts';

const POSTGRES = 'org.postgresql.Driver';

export default behaviour<typeof datasource>(datasource, {
  async saving(_context, { before, values }) {
    const { driverClass, url = '' } = { ...before, ...values };
    // Drivers of other databases are stored for clients that send them; only PostgreSQL is ever queried.
    if (driverClass === POSTGRES ? !databasePlaceOf(url) : !/^jdbc:[a-z]+:/i.test(url)) throw refuse.onlyPostgres();
  },
});
