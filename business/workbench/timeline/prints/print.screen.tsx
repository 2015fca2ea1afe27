import type { ReactElement } from 'react';
import { askCall } from '#kernel/web/http/ask-call.ts';
import { get, postJson } from '#kernel/web/http/http.ts';
import { type PrintKind, PrintedPage, printKind } from '#kernel/web/import-export/print/printed-page.tsx';
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

const kinds: Readonly<Record<string, PrintKind>> = {
  dispatch: printKind<DispatchPrint>({
    of: dispatchForm,
    title: ['派工单', 'Dispatch order'],
    size: 'A4',
    read: (id, asking) => askCall(printDispatch, { id }, asking),
    count: (id) => askCall(countDispatchPrint, { id }),
    no: (one) => one.form.dispNo,
    printed: (one) => Number(one.form.printCount ?? 0),
    sheet: (one, phone) => <DispatchSheet of={one} phone={phone} />,
  }),
  completion: printKind<CompletionPrint>({
    of: completion,
    title: ['服务报告', 'Service report'],
    size: 'A4',
    read: (id, asking) => askCall(printCompletion, { id }, asking),
    count: (id) => askCall(countCompletionPrint, { id }),
    no: (one) => String(one.completion?.completionNo),
    printed: (one) => Number(one.completion?.printCount ?? 0),
    sheet: (one) => <CompletionSheet of={one} />,
  }),
  receipt: printKind<ReceiptPrint>({
    of: collection,
    title: ['收款收据', 'Receipt'],
    size: 'A5 landscape',
    read: (id, asking) => get<ReceiptPrint>(`${collection.path}/printDetailsById`, { id }, asking),
    count: (id) => postJson<{ printCount: number }>(`${collection.path}/updatePrintById`, { id }),
    no: (one) => one.collectNo,
    printed: (one) => one.printCount,
    sheet: (one) => <ReceiptSheet of={one} />,
  }),
};

/** The print of one paper: `/maintenance/print/<kind>/<id>`. */
export default function PrintScreen(): ReactElement {
  return <PrintedPage kinds={kinds} />;
}
