import { useQuery } from '@tanstack/react-query';
import { type ReactElement, useDeferredValue } from 'react';
import { get } from '#kernel/web/http/http.ts';
import { counted } from '#kernel/web/i18n/plural.ts';
import { useLanguage, useT } from '#kernel/web/i18n/words.ts';
import { callIn, isScopePath } from '../call-pattern.rules.ts';

/** Answer of `blade-core/calls`: the total of matching calls, and the first of them. */
export interface Calls {
  readonly count: number;
  readonly calls: readonly { readonly method: string; readonly path: string; readonly summary: string }[];
}

const SHOWN = 8;

/** List the calls that a path restricts to roles with a grant: their number, and the labels of the first eight. */
export function ClosedCalls({ path }: { path: string }): ReactElement | null {
  const t = useT();
  const language = useLanguage();
  const typed = useDeferredValue(path.trim());
  const { data } = useQuery({
    queryKey: ['calls', 'closed', typed, language],
    enabled: isScopePath(typed),
    queryFn: ({ signal }) => get<Calls>('blade-core/calls', { ...callIn(typed) }, { signal, quiet: true }),
    placeholderData: (before) => before,
    staleTime: 60_000,
  });
  if (!isScopePath(typed) || !data) return null;
  if (data.count === 0)
    return (
      <p className="quiet" role="status">
        {t(['没有这样的接口，此规则不起作用', 'There is no such call: this closes nothing'])}
      </p>
    );
  return (
    <div role="status">
      <p className="quiet">
        {t([
          `将关闭 ${data.count} 个接口，只有被授权的角色能调用：`,
          `Closes ${counted(data.count, 'call')} to all but the roles it is granted to:`,
        ])}
      </p>
      <ul>
        {data.calls.slice(0, SHOWN).map((one) => (
          <li key={`${one.method} ${one.path}`}>
            {one.summary}{' '}
            <small className="mono quiet">
              {one.method} {one.path}
            </small>
          </li>
        ))}
      </ul>
      {data.count > SHOWN && (
        <p className="quiet">{t([`另有 ${data.count - SHOWN} 个`, `and ${data.count - SHOWN} more`])}</p>
      )}
    </div>
  );
}
