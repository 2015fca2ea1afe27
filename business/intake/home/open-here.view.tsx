import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { OthersHere } from '#kernel/web/detail/band/others-here.tsx';
import { useFormRow } from '#kernel/web/form/form-row.ts';
import { askCall } from '#kernel/web/http/ask-call.ts';
import { useLanguage } from '#kernel/web/i18n/words.ts';
import { serviceFile } from '#business/customers/service-file/service-file.paper.ts';
import { readOpenMatters } from './home.calls.ts';

/** One line about other open orders and calls of the form's home; empty if there are none. */
export function OpenHere({ values }: { values: Readonly<Record<string, unknown>> }): ReactElement {
  const language = useLanguage();
  const row = useFormRow();
  const home = String(values.registerMainId ?? '');
  const { data = [] } = useQuery({
    queryKey: ['row', serviceFile.name, 'openMatters', home, language],
    enabled: home !== '',
    queryFn: ({ signal }) => askCall(readOpenMatters, { id: home }, { signal, quiet: true }),
  });
  return <OthersHere others={data.filter((one) => one.id !== row?.id)} />;
}
