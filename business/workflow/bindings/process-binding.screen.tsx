import { screen } from '#kernel/web/registry/screens.ts';
import { BoundPaper, BoundProcess, PaperTitle } from './binding-inputs.view.tsx';
import { processBinding } from './process-binding.paper.ts';

export default screen(processBinding, {
  inputs: { paperName: BoundPaper, processKey: BoundProcess },
  columns: {
    paperName: ({ paperName }) => <PaperTitle name={String(paperName ?? '')} />,
    processKey: ({ processKey }) => <span className="mono">{String(processKey ?? '')}</span>,
  },
});
