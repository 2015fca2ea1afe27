import { useQuery } from '@tanstack/react-query';
import { get } from '#kernel/web/http/http.ts';
import { useLanguage } from '#kernel/web/i18n/words.ts';

interface WireItem {
  readonly key: string;
  readonly label: readonly [string, string];
}

/** Return the categories of processes, with the labels of the company. */
export function useCategories(): readonly { readonly key: string; readonly label: string }[] {
  const language = useLanguage();
  const { data = [] } = useQuery({
    queryKey: ['dictionary', 'flow', 'categories'],
    queryFn: async () =>
      (await get<Record<string, WireItem[] | null>>('blade-core/dictionaries', { codes: 'flow' })).flow ?? [],
  });
  return data.map(({ key, label }) => ({ key: `flow_${key}`, label: label[language === 'zh' ? 0 : 1] || label[0] }));
}
