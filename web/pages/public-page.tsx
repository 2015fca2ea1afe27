import { type ReactElement, useEffect } from 'react';
import { useT } from '#kernel/web/i18n/words.ts';
import { NotAllowed, NotFound, ServerFailed } from './error-pages.tsx';

const pages = { '/403': NotAllowed, '/404': NotFound, '/500': ServerFailed } as const;

/** An error page (403, 404 or 500) for people who are not logged in. */
export default function PublicPage({ path }: { path: keyof typeof pages }): ReactElement {
  const t = useT();
  const Page = pages[path];
  useEffect(() => {
    document.title = `${path.slice(1)} · ${t(['安居', 'Anju'])}`;
  });
  return (
    <main className="public-page">
      <Page />
    </main>
  );
}
