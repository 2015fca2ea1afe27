import { behaviour } from '#kernel/server';
import { onDrawing } from '../deploy/beside/drawing-beside.server.ts';
import { processFindingWords } from '../engine/lint/finding-words.rules.ts';
import { refuse } from '../refusals.ts';
import { processModel } from './process-model.paper.ts';

/** Findings of a file that the designer cannot open again. Any other unfinished drawing may be saved. */
const UNREADABLE = new Set(['doctype', 'tooLarge', 'tooManyNodes', 'unreadable']);

export default behaviour<typeof processModel>(processModel, {
  apart: true,
  computed: { created: 't.create_time', lastUpdated: 't.update_time' },
  /** Refuse a drawing that the designer could not open again; add a layout if it has none. */
  async saving(_context, { values }) {
    if (!values.modelEditorXml) return undefined;
    const { findings } = await onDrawing('judge', { xml: values.modelEditorXml, facts: {}, papers: [] });
    const wrong = findings.find(({ code }) => UNREADABLE.has(code));
    if (wrong) {
      const [zh, en] = processFindingWords(wrong);
      const problem = refuse.unreadableFile({ what: zh === en ? zh : `${zh} ${en}` });
      throw refuse.unreadableFile({ what: zh }, { fields: [{ field: 'modelEditorXml', words: problem.words }] });
    }
    // Trim the text as the transport does, so that an unchanged drawing which is sent back counts as unchanged.
    return { modelEditorXml: (await onDrawing('layOut', { xml: values.modelEditorXml })).trim() };
  },
});
