import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import { BrowserRouter } from 'react-router';
import { QuestionHost } from '#kernel/web/dialogs/ask.tsx';
import { startHints } from '#kernel/web/dialogs/hints/hints.ts';
import { queryClient } from '#kernel/web/query/client.ts';
import { buttonsQuery } from '#kernel/web/session/buttons.ts';
import { useSession } from '#kernel/web/session/session.ts';
import { LockScreen } from './lock/lock-screen.tsx';
import { Frame } from './frame/frame.tsx';
import './rooms.ts';

startHints();

/** The product behind the login page. */
export default function Shell(): ReactElement {
  // Request the person's buttons at once: a page shows its buttons only after this answer.
  useState(() => void queryClient.prefetchQuery(buttonsQuery));
  const locked = useSession((state) => state.locked);
  return (
    <QueryClientProvider client={queryClient}>
      <BrowserRouter>
        <Frame covered={locked} />
        <QuestionHost />
        {locked && <LockScreen />}
      </BrowserRouter>
    </QueryClientProvider>
  );
}
