import { screen } from '#kernel/web/registry/screens.ts';
import { wageLine } from '../wage-line.paper.ts';

/** Address of the source paper of a line, by the kind of its source. */
const sources: Readonly<Record<string, string>> = {
  piece: '/maintenance/aspieceworkcollect',
  completion: '/maintenance/ascompletionregistration',
  wageDispute: '/maintenance/wages/dispute',
};

/** Link from a line to its source; that paper links on to the visit. */
export default screen(wageLine, {
  links: [
    {
      icon: 'route',
      label: ['来源单据', 'What it pays for'],
      to: (row) =>
        row.sourceId && sources[String(row.sourceType)]
          ? `${sources[String(row.sourceType)]}?id=${row.sourceId}`
          : null,
    },
  ],
});
