import { anyNumber, anyText } from '#kernel/language/calls/shape.ts';
import type { Row } from '#kernel/language/paper.ts';
import { behaviour, type Context } from '#kernel/server';
import { refuse } from '../refusals.ts';
import { baseScheme } from './base-scheme.paper.ts';
import { isYearDay } from './scheme-terms.rules.ts';

type Template = Row<typeof baseScheme>;

/** Refuse windows without days of the year, and a plan by season without windows. */
function assertSeasons(of: Partial<Template>): void {
  const windows = of.seasonWindows ?? [];
  if (windows.some((one) => !isYearDay(String(one.from)) || !isYearDay(String(one.to))))
    throw refuse.seasonUnreadable({
      fields: [{ field: 'seasonWindows', words: ['日期写作 月-日，如 03-15', 'Write days as MM-DD, such as 03-15'] }],
    });
  if (of.planBasis === 'season' && windows.length === 0)
    throw refuse.seasonsMissing({
      fields: [{ field: 'seasonWindows', words: ['按季节推算须填写季节窗口', 'Fill in the season windows'] }],
    });
}

/** Create the next revision of a published template as a draft, with the changed values. */
async function revise(context: Context, before: Template, values: Partial<Template>): Promise<Template> {
  const { id, baseSchemeNo, version, createTime, createUser, updateTime, updateUser, ...kept } = {
    ...before,
    ...values,
  };
  void [id, baseSchemeNo, version, createTime, createUser, updateTime, updateUser];
  return context.create(baseScheme, {
    ...kept,
    publishStatus: 'draft',
    revisionOf: before.id,
    revisionNo: (before.revisionNo ?? 1) + 1,
  });
}

export default behaviour<typeof baseScheme>(baseScheme, {
  async saving(context, { before, values, byHand }) {
    assertSeasons({ ...before, ...values });
    if (!before) return { revisionNo: values.revisionNo ?? 1 };
    if (!byHand || before.publishStatus !== 'published') return;
    await revise(context, before, values);
    // The published row stays as it is.
    return Object.fromEntries(Object.keys(values).map((name) => [name, before[name as keyof Template]]));
  },
  async saved(context, { before, row, byHand }) {
    if (!before || !byHand || row.publishStatus !== 'published') return;
    const [next] = await context.find(baseScheme, { revisionOf: row.id, publishStatus: 'draft' }, { first: 1 });
    return next && { revisionId: next.id, revisionNumber: next.baseSchemeNo, revision: next.revisionNo ?? 1 };
  },
  savedParts: { revisionId: anyText, revisionNumber: anyText, revision: anyNumber },
  repeated: (_context, other) => refuse.revisionOpen({ no: other.baseSchemeNo }),
  async moved(context, { by, row }) {
    if (by === 'publish' && row.revisionOf) await context.move(baseScheme, row.revisionOf, 'stopped', 'revised');
  },
});
