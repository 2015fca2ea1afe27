import { QueryClientProvider } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { BrowserRouter } from 'react-router';
import { AntdLook } from '#kernel/web/theme/antd-look.tsx';
import { QuestionHost } from '#kernel/web/dialogs/ask.tsx';
import { queryClient } from '#kernel/web/query/client.ts';
import { useSession } from '#kernel/web/session/session.ts';
import { LockScreen } from './lock/lock-screen.tsx';
import { Frame } from './frame/frame.tsx';
import './house.ts';

/** Everything behind the login page. */
export default function Shell(): ReactElement {
  const locked = useSession((state) => state.locked);
  return (
    <QueryClientProvider client={queryClient}>
      <BrowserRouter>
        <AntdLook>
          <Frame />
          <QuestionHost />
          {locked && <LockScreen />}
        </AntdLook>
      </BrowserRouter>
    </QueryClientProvider>
  );
}
