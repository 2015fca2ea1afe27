import { behaviour } from '#kernel/server';
import { serviceStandard } from './service-standard.paper.ts';

/** Return a list query limited to published standards, unless it has `all=true` or filters by state. */
const publishedByDefault = (query: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> => {
  const isExplicit =
    String(query.all) === 'true' || Object.keys(query).some((name) => name.startsWith('publishStatus') && query[name]);
  return isExplicit ? query : { ...query, publishStatus: 'published' };
};

export default behaviour<typeof serviceStandard>(serviceStandard, {
  listDefaults: publishedByDefault,
  async saving(_context, { before, values }) {
    if (!before) return { versionNo: values.versionNo ?? 0 };
  },
  actions: {
    async publish(_context, row) {
      return { versionNo: (row.versionNo ?? 0) + 1 };
    },
  },
});
