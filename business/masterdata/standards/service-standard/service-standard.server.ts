import { behaviour } from '#kernel/server';
import { serviceStandard } from './service-standard.paper.ts';

/** Who works by standards wants those that hold; who keeps them says `all`, or asks for a state. */
const asked = (query: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> => {
  const told =
    String(query.all) === 'true' || Object.keys(query).some((name) => name.startsWith('publishStatus') && query[name]);
  return told ? query : { ...query, publishStatus: 'published' };
};

export default behaviour<typeof serviceStandard>(serviceStandard, {
  listDefaults: asked,
  async saving(_context, { before, values }) {
    if (!before) return { versionNo: values.versionNo ?? 0 };
  },
  actions: {
    async publish(_context, row) {
      return { versionNo: (row.versionNo ?? 0) + 1 };
    },
  },
});
