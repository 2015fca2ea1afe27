import { behaviour } from '#kernel/server';
import { onDrawing } from '../deploy/beside/drawing-beside.server.ts';
import { processFindingWords } from '../engine/lint/finding-words.rules.ts';
import { refuse } from '../refusals.ts';
import { processModel } from './process-model.paper.ts';

/** What keeps a file from being opened again at all; anything else may be drawn to its end another day. */
const UNREADABLE = new Set(['doctype', 'tooLarge', 'tooManyNodes', 'unreadable']);

export default behaviour<typeof processModel>(processModel, {
  apart: true,
  computed: { created: 't.create_time', lastUpdated: 't.update_time' },
  /** A drawing can be opened again: it is BPMN, and says where its elements stand. */
  async saving(_context, { values }) {
    if (!values.modelEditorXml) return undefined;
    const { findings } = await onDrawing('judge', { xml: values.modelEditorXml, facts: {}, papers: [] });
    const wrong = findings.find(({ code }) => UNREADABLE.has(code));
    if (wrong) {
      const [zh, en] = processFindingWords(wrong);
      const problem = refuse.unreadableFile({ what: zh === en ? zh : `${zh} ${en}` });
      throw refuse.unreadableFile({ what: zh }, { fields: [{ field: 'modelEditorXml', words: problem.words }] });
    }
    // Without the line end that the wire would take off: a drawing sent back as it was read changes nothing.
    return { modelEditorXml: (await onDrawing('layOut', { xml: values.modelEditorXml })).trim() };
  },
});
