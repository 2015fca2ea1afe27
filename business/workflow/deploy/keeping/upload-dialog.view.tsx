import { CircleAlert, CircleCheck, FileText, TriangleAlert } from 'lucide-react';
import { type ReactElement, useId, useState } from 'react';
import type { CallAnswer } from '#kernel/language/calls/call.ts';
import { sendFile, sendForm } from '#kernel/web/http/http.ts';
import { Refused } from '#kernel/web/http/refused.ts';
import { useT } from '#kernel/web/i18n/words.ts';
import { ChoiceBox } from '#kernel/web/pickers/choice-box.tsx';
import { useDictionary } from '#kernel/web/pickers/dictionaries.ts';
import { toast } from '#kernel/web/toast/toasts.ts';
import { flow } from '#business/system/dictionaries.ts';
import { AskDialog } from '../../inbox/asking/ask-dialog.view.tsx';
import { useAskedCall } from '../../inbox/asking/use-asked-call.view.tsx';
import { checkUpload, deployUpload } from '../manager.calls.ts';

type Checked = CallAnswer<typeof checkUpload>;

interface ChosenFile {
  readonly file: File;
  readonly checked: Checked | null;
  readonly problem: string;
}

/** Let the server check a chosen file; return its findings, or the refusal in `problem`. */
async function check(file: File): Promise<ChosenFile> {
  try {
    return { file, checked: await sendFile<Checked>(checkUpload.path, file, {}, { quiet: true }), problem: '' };
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return { file, checked: null, problem: error.message };
  }
}

const isRight = (one: ChosenFile): boolean => one.checked?.success === true;

function FileLine({ one }: { one: ChosenFile }): ReactElement {
  const t = useT();
  const { file, checked, problem } = one;
  return (
    <li data-right={isRight(one)}>
      <p>
        <FileText size={15} aria-hidden /> <b>{file.name}</b>
        <span className="spring" />
        <span className={`pill ${isRight(one) ? 'green' : 'red'}`}>
          {isRight(one) ? t(['可以部署', 'Can be deployed']) : t(['不能部署', 'Cannot be deployed'])}
        </span>
      </p>
      {problem && <p className="field-problem">{problem}</p>}
      {checked?.findings.length === 0 && !checked.success && <p className="field-problem">{checked.message}</p>}
      <ul>
        {checked?.findings.map((finding, at) => (
          <li key={`${finding.code} ${finding.node} ${at}`} data-level={finding.level}>
            {finding.level === 'error' ? (
              <CircleAlert size={14} aria-hidden />
            ) : (
              <TriangleAlert size={14} aria-hidden />
            )}
            {finding.message}
            {finding.node && <span className="mono quiet">{finding.node}</span>}
          </li>
        ))}
        {isRight(one) && checked!.findings.length === 0 && (
          <li data-level="good">
            <CircleCheck size={14} aria-hidden />
            {t(['检查通过', 'Nothing is wrong'])}
          </li>
        )}
      </ul>
    </li>
  );
}

/** Select files of processes, show the findings of each, and deploy them under a category. */
export function UploadDialog({ onClose, onDone }: { onClose: () => void; onDone: () => void }): ReactElement {
  const t = useT();
  const id = useId();
  const categories = useDictionary(flow);
  const [category, setCategory] = useState('');
  const [files, setFiles] = useState<readonly ChosenFile[]>([]);
  const call = useAskedCall();
  const choose = async (list: FileList | null): Promise<void> => {
    if (!list?.length) return;
    call.setBusy(true);
    call.setSaid('');
    setFiles(await Promise.all([...list].map(check)));
    call.setBusy(false);
  };
  const shown = category || categories[0]?.key || '';
  const why =
    files.length === 0
      ? t(['请先选择文件', 'Choose files first'])
      : files.every(isRight)
        ? ''
        : t(['有文件没有通过检查', 'A file did not pass the check']);
  const deploy = (): void => {
    if (why) return;
    void call.run(async ({ quiet }) => {
      await sendForm(
        deployUpload.path,
        { category: `flow_${shown}` },
        files.map((one) => one.file),
        { quiet },
      );
      toast.good(t([`已部署 ${files.length} 个文件`, `${files.length} deployed`]));
      onDone();
    });
  };
  return (
    <AskDialog
      title={['部署流程文件', 'Deploy process files']}
      yes={['部署', 'Deploy']}
      why={why}
      width={560}
      call={call}
      go={deploy}
      onClose={onClose}
    >
      <div className="field">
        <label htmlFor={`${id}-files`}>{t(['流程文件（.bpmn20.xml、.bpmn）', 'Files (.bpmn20.xml, .bpmn)'])}</label>
        <input
          id={`${id}-files`}
          type="file"
          multiple
          accept=".xml,.bpmn"
          data-autofocus
          onChange={(event) => void choose(event.target.files)}
        />
      </div>
      <div className="field">
        <label htmlFor={`${id}-category`}>{t(['流程分类', 'Category'])}</label>
        <ChoiceBox
          id={`${id}-category`}
          look="plain-input"
          value={shown}
          items={categories.map(({ key, label }) => ({ key, label }))}
          onChange={setCategory}
        />
      </div>
      <ul className="upload-files" aria-live="polite">
        {files.map((one) => (
          <FileLine key={one.file.name} one={one} />
        ))}
      </ul>
    </AskDialog>
  );
}
