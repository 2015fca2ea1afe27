import { useQuery } from '@tanstack/react-query';
import { AutoComplete } from 'antd';
import { type ReactElement, useDeferredValue, useState } from 'react';
import { type InputFace, asString, attributesOf } from '#kernel/fields/faces.view.tsx';
import { get } from '#kernel/web/http/http.ts';
import { useLanguage, useT } from '#kernel/web/i18n/words.ts';
import type { Calls } from './closed-calls.view.tsx';
import { ClosedCalls } from './closed-calls.view.tsx';

/**
 * Field for the path of a call, typed or searched by the call's purpose. Below it are the calls that the path would
 * restrict to roles with a grant.
 */
export function CallPath(face: InputFace): ReactElement {
  const t = useT();
  const language = useLanguage();
  const [typed, setTyped] = useState('');
  const q = useDeferredValue(typed.trim());
  const { data } = useQuery({
    queryKey: ['calls', 'like', q, language],
    queryFn: ({ signal }) => get<Calls>('blade-core/calls', { q }, { signal, quiet: true }),
    enabled: q.length > 1,
    placeholderData: (before) => before,
    staleTime: 60_000,
  });
  const options =
    q.length > 1
      ? (data?.calls ?? []).map((one) => ({
          value: `${one.method} ${one.path}`,
          label: (
            <span className="option">
              {one.summary}
              <small>
                {one.method} {one.path}
              </small>
            </span>
          ),
        }))
      : [];
  return (
    <>
      <AutoComplete
        {...attributesOf(face)}
        aria-label={t(face.field.label)}
        style={{ width: '100%' }}
        value={asString(face.value)}
        options={options}
        popupMatchSelectWidth={false}
        placeholder={t(['输入地址，或接口的用途，如 用户、删除', 'A path, or what the call is for'])}
        onSearch={setTyped}
        onChange={(next: string) => face.onChange(next)}
      />
      <ClosedCalls path={asString(face.value)} />
    </>
  );
}
