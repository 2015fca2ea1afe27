import { screen } from '#kernel/web/registry/screens.ts';
import { BoundCondition, BoundPaper, BoundProcess, BoundWhen, PaperTitle } from './binding-inputs.view.tsx';
import { processBinding } from './process-binding.paper.ts';

export default screen(processBinding, {
  inputs: { paperName: BoundPaper, processKey: BoundProcess, condition: BoundCondition },
  columns: {
    paperName: ({ paperName }) => <PaperTitle name={String(paperName ?? '')} />,
    condition: ({ condition, paperName }) => (
      <BoundWhen text={String(condition ?? '')} paperName={String(paperName ?? '')} />
    ),
    processKey: ({ processKey }) => <span className="mono">{String(processKey ?? '')}</span>,
  },
});
