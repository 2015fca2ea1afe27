import { useQuery } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import type { Label } from '#kernel/language/label.ts';
import type { AnyPaper } from '#kernel/language/paper.ts';
import { askCall } from '#kernel/web/http/ask-call.ts';
import { type RequestOptions, get, postJson } from '#kernel/web/http/http.ts';
import { Sheets } from '#kernel/web/import-export/print/sheets.tsx';
import { queryClient, refresh } from '#kernel/web/query/client.ts';
import { useTabPath, useTabTitle } from '#kernel/web/tabs/tabs.ts';
import { useLanguage, useT } from '#kernel/web/i18n/words.ts';
import { completion } from '#business/completion/completion/completion.paper.ts';
import { dispatchForm } from '#business/dispatch/dispatch-form/dispatch-form.paper.ts';
import { collection } from '#business/billing/collection/collection.paper.ts';
import { CompletionSheet } from './completion-sheet.view.tsx';
import { DispatchSheet } from './dispatch-sheet.view.tsx';
import {
  type CompletionPrint,
  type DispatchPrint,
  countCompletionPrint,
  countDispatchPrint,
  printCompletion,
  printDispatch,
} from './prints.calls.ts';
import { type ReceiptPrint, ReceiptSheet } from './receipt-sheet.view.tsx';

interface Counted {
  readonly printCount: number;
  readonly phone?: string | null;
}

/** One kind of print: whose, on which paper, and how its content reads. */
interface Kind {
  readonly of: AnyPaper;
  readonly title: Label;
  readonly size: string;
  readonly read: (id: string, asking: RequestOptions) => Promise<unknown>;
  readonly count: (id: string) => Promise<Counted>;
  readonly no: (of: never) => string;
  readonly printed: (of: never) => number;
  readonly sheet: (of: never, phone: string | undefined) => ReactElement;
}

const kindOf = <T,>(one: {
  of: AnyPaper;
  title: Label;
  size: string;
  read: (id: string, asking: RequestOptions) => Promise<T>;
  count: (id: string) => Promise<Counted>;
  no: (of: T) => string;
  printed: (of: T) => number;
  sheet: (of: T, phone: string | undefined) => ReactElement;
}): Kind => one;

const kinds: Readonly<Record<string, Kind>> = {
  dispatch: kindOf<DispatchPrint>({
    of: dispatchForm,
    title: ['派工单', 'Dispatch order'],
    size: 'A4',
    read: (id, asking) => askCall(printDispatch, { id }, asking),
    count: (id) => askCall(countDispatchPrint, { id }),
    no: (one) => one.form.dispNo,
    printed: (one) => Number(one.form.printCount ?? 0),
    sheet: (one, phone) => <DispatchSheet of={one} phone={phone} />,
  }),
  completion: kindOf<CompletionPrint>({
    of: completion,
    title: ['服务报告', 'Service report'],
    size: 'A4',
    read: (id, asking) => askCall(printCompletion, { id }, asking),
    count: (id) => askCall(countCompletionPrint, { id }),
    no: (one) => String(one.completion?.completionNo),
    printed: (one) => Number(one.completion?.printCount ?? 0),
    sheet: (one) => <CompletionSheet of={one} />,
  }),
  receipt: kindOf<ReceiptPrint>({
    of: collection,
    title: ['收款收据', 'Receipt'],
    size: 'A5 landscape',
    read: (id, asking) => get<ReceiptPrint>(`${collection.path}/printDetailsById`, { id }, asking),
    count: (id) => postJson<Counted>(`${collection.path}/updatePrintById`, { id }),
    no: (one) => one.collectNo,
    printed: (one) => one.printCount,
    sheet: (one) => <ReceiptSheet of={one} />,
  }),
};

function Printed({ kind, id }: { kind: Kind; id: string }): ReactElement {
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
  // The copy mark belongs to the next print: what lies on the screen is what comes out of the printer now.
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

/** What is printed of one paper: `/maintenance/print/<kind>/<id>`. */
export default function PrintScreen(): ReactElement {
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
