import { Activity, type ReactElement, Suspense, memo } from 'react';
import { Route, Routes, useLocation } from 'react-router';
import { type Tab, TabPath, useTabs } from '#kernel/web/tabs/tabs.ts';
import { Failure } from './failure.tsx';
import { PageAt } from './page-at.tsx';
import { ScrollKeeper } from './scroll-keeper.tsx';

/** Number of recent pages that stay mounted. An older one is mounted again from its address when its tab opens. */
const ALIVE = 12;

const OnePage = memo(function OnePage({ path, search }: { path: string; search: string }): ReactElement {
  return (
    <TabPath value={path}>
      <Failure>
        <ScrollKeeper>
          <Suspense fallback={<div className="page-wait" aria-busy="true" />}>
            <Routes location={{ pathname: path, search, hash: '', state: null, key: path }}>
              <Route path="*" element={<PageAt path={path} />} />
            </Routes>
          </Suspense>
        </ScrollKeeper>
      </Failure>
    </TabPath>
  );
});

/** Renders all open pages. Hidden ones keep their state, but their effects do not run. */
export function TabHost(): ReactElement {
  const { pathname, search } = useLocation();
  const { tabs, recent, round } = useTabs();
  const alive = new Set([pathname, ...recent.slice(0, ALIVE)]);
  const known: readonly Tab[] = tabs.some((tab) => tab.path === pathname)
    ? tabs
    : [...tabs, { path: pathname, search }];
  return (
    <>
      {known
        .filter((tab) => alive.has(tab.path))
        .map((tab) => (
          <Activity key={`${tab.path}#${round[tab.path] ?? 0}`} mode={tab.path === pathname ? 'visible' : 'hidden'}>
            <OnePage path={tab.path} search={tab.path === pathname ? search : tab.search} />
          </Activity>
        ))}
    </>
  );
}
