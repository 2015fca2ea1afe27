import { screen } from '#kernel/web/registry/screens.ts';
import { withControls } from '#kernel/web/theme/with-controls.tsx';
import { apiScope } from './api-scope.paper.ts';
import { ClosedCalls } from './closed-calls.view.tsx';

const CallPath = withControls(() => import('./call-path.view.tsx').then((module) => module.CallPath));

export default screen(apiScope, {
  inputs: { scopePath: CallPath },
  detailTabs: [
    {
      key: 'calls',
      label: ['关闭的接口', 'Closed calls'],
      Content: ({ row }) => (
        <div className="detail-own">
          <ClosedCalls path={String(row.scopePath)} />
        </div>
      ),
    },
  ],
});
