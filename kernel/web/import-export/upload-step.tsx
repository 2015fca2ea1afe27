import { listTitleOf } from '#kernel/language/plural.ts';
import { Download, Upload } from 'lucide-react';
import { type DragEvent, type ReactElement, useState } from 'react';
import type { AnyPaper } from '#kernel/language/paper.ts';
import { downloadFile } from '../http/files.ts';
import { sendFile } from '../http/http.ts';
import { callOf } from '../registry/paper-calls.ts';
import { useT } from '../i18n/words.ts';
import type { UploadAnswer } from './import-batch.ts';

/** The first step of an import: download the template, then choose or drop a file. */
export function UploadStep({ of, onBatch }: { of: AnyPaper; onBatch: (batch: UploadAnswer) => void }): ReactElement {
  const t = useT();
  const [busy, setBusy] = useState(false);
  const take = async (file: File | undefined): Promise<void> => {
    if (!file) return;
    setBusy(true);
    try {
      onBatch(await sendFile<UploadAnswer>(callOf(of, 'import/upload'), file, { look: '1' }));
    } finally {
      setBusy(false);
    }
  };
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    void take(event.dataTransfer.files[0]);
  };
  return (
    <div className="import-upload">
      <ol>
        <li>
          {t([
            '下载模板，必填列带 *，下拉列给出可选值，第一行是样例。',
            'Download the template: required columns carry *, lists offer their choices, the first row is a sample.',
          ])}{' '}
          <button
            type="button"
            className="button"
            onClick={() => void downloadFile(callOf(of, 'import/template'), {}, `${t(listTitleOf(of))}.xlsx`)}
          >
            <Download size={15} aria-hidden />
            {t(['下载模板', 'Download template'])}
          </button>
        </li>
        <li>
          {t([
            '填好后传上来，先只检查，什么都不写入。',
            'Fill it in and upload it: it is only checked, nothing is written.',
          ])}
        </li>
      </ol>
      <label className="import-drop" onDragOver={(event) => event.preventDefault()} onDrop={drop} aria-busy={busy}>
        <Upload size={20} aria-hidden />
        <b>
          {busy
            ? t(['正在上传…', 'Uploading…'])
            : t(['选择或拖入 xlsx、csv 文件', 'Choose or drop an xlsx or csv file'])}
        </b>
        <input
          type="file"
          accept=".xlsx,.csv,.txt,.tsv"
          className="sr-only"
          disabled={busy}
          onChange={(event) => {
            void take(event.target.files?.[0]);
            event.target.value = '';
          }}
        />
      </label>
    </div>
  );
}
