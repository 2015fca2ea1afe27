import { useQuery } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import type { Label } from '#kernel/language/label.ts';
import type { AnyPaper } from '#kernel/language/paper.ts';
import type { RequestOptions } from '../../http/http.ts';
import { queryClient, refresh } from '../../query/client.ts';
import { useTabPath, useTabTitle } from '../../tabs/tabs.ts';
import { useLanguage, useT } from '../../i18n/words.ts';
import { Sheets } from './sheets.tsx';

/** The answer to a counted print. `phone`: a number in clear that the sheet may show. */
interface Counted {
  readonly printCount: number;
  readonly phone?: string | null;
}

/** A kind of print: its paper, sheet size and content. */
export interface PrintKind {
  readonly of: AnyPaper;
  readonly title: Label;
  readonly size: string;
  readonly read: (id: string, asking: RequestOptions) => Promise<unknown>;
  readonly count: (id: string) => Promise<Counted>;
  readonly no: (of: never) => string;
  readonly printed: (of: never) => number;
  readonly sheet: (of: never, phone: string | undefined) => ReactElement;
}

/** Define a kind of print, whose functions share the type of its content. */
export const printKind = <T,>(one: {
  of: AnyPaper;
  title: Label;
  size: string;
  read: (id: string, asking: RequestOptions) => Promise<T>;
  count: (id: string) => Promise<Counted>;
  no: (of: T) => string;
  printed: (of: T) => number;
  sheet: (of: T, phone: string | undefined) => ReactElement;
}): PrintKind => one;

function Printed({ kind, id }: { kind: PrintKind; id: string }): ReactElement {
  const t = useT();
  const language = useLanguage();
  const [phone, setPhone] = useState<string>();
  const key = ['row', kind.of.name, 'print', id, language];
  const { data, error } = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => kind.read(id, { signal, quiet: true }),
  });
  const title = `${data ? `${kind.no(data as never)} ` : ''}${t(kind.title)}`;
  useTabTitle(title);
  if (error)
    return (
      <div className="table-empty" role="alert">
        <b>{t(['没有读到要打印的内容', 'There is nothing to print'])}</b>
        <span>{error.message}</span>
      </div>
    );
  if (!data) return <div aria-busy="true" />;
  const printed = kind.printed(data as never);
  // Count the print now, but reload the data only after printing: the mark “copy” must not appear on this print.
  const count = async (): Promise<void> => {
    const done = await kind.count(id);
    setPhone(done.phone ?? undefined);
    window.addEventListener(
      'afterprint',
      () => {
        void queryClient.invalidateQueries({ queryKey: key });
        refresh(kind.of.name);
        setPhone(undefined);
      },
      { once: true },
    );
  };
  return (
    <Sheets title={title} size={kind.size} printed={printed} count={count}>
      {kind.sheet(data as never, phone)}
    </Sheets>
  );
}

/** The print of one paper. The last two parts of the address are its kind and its id. */
export function PrintedPage({ kinds }: { kinds: Readonly<Record<string, PrintKind>> }): ReactElement {
  const t = useT();
  const [kindName, id] = useTabPath().split('/').slice(-2);
  const kind = kinds[kindName];
  return kind ? (
    <Printed kind={kind} id={id} />
  ) : (
    <div className="table-empty">
      <b>{t(['没有这种打印', 'No such print'])}</b>
    </div>
  );
}
