import { screen } from '#kernel/web/registry/screens.ts';
import { pieceLine } from './piece-line.paper.ts';
import { caseBand } from '#business/intake/timeline/band/case-band.view.tsx';

/** Screen of a piece line, with a link to the completion of its job. */
export default screen(pieceLine, {
  band: caseBand(pieceLine),
  links: [
    {
      icon: 'clipboard-check',
      label: ['完工单', 'Completion'],
      to: (row) => {
        const { completionId } = row as { completionId?: string | null };
        return completionId ? `/maintenance/ascompletionregistration?id=${completionId}` : null;
      },
    },
  ],
});
