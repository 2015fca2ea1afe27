import { type ReactElement, useState } from 'react';
import type { Label } from '#kernel/language/label.ts';
import { useT } from '#kernel/web/i18n/words.ts';
import { Scanner } from '#business/completion/finish/scanner.view.tsx';
import { type DraftLine, type Scanned, scanned } from './return-draft.rules.ts';
import { ReturnLineRow } from './return-line.view.tsx';

/** Number of lines above which they can be searched. */
const SEARCHED_ABOVE = 8;

const verdictWords = ({ outcome, line }: Scanned): Label => {
  const name = line?.itemName ?? '';
  if (outcome === 'counted') return [`${name} +1`, `${name} +1`];
  if (outcome === 'full') return [`${name}不能再多退`, `${name}: no more can go back`];
  return outcome === 'serialNeeded'
    ? [`${name}请扫序列号`, `${name}: scan the serial number`]
    : ['这里没有这个码', 'No line has this code'];
};

/** Scan or type the codes of pieces that go back. */
export function ReturnCodes({
  lines,
  put,
}: {
  lines: readonly DraftLine[];
  put: (lines: readonly DraftLine[]) => void;
}): ReactElement {
  const t = useT();
  const [last, setLast] = useState<Scanned | null>(null);
  const [scans, setScans] = useState(0);
  const onCode = (code: string): void => {
    const result = scanned(lines, code);
    put(result.lines);
    setLast(result);
    setScans(scans + 1);
  };
  return (
    <>
      <Scanner key={scans} onCode={onCode} />
      {last && (
        <p className="goods-verdict" role="status" data-good={last.outcome === 'counted'}>
          {t(verdictWords(last))}
        </p>
      )}
    </>
  );
}

/** The lines; many of them can be searched, and chosen ones always stay in sight. */
export function ReturnLines({
  lines,
  put,
}: {
  lines: readonly DraftLine[];
  put: (lines: readonly DraftLine[]) => void;
}): ReactElement {
  const t = useT();
  const [text, setText] = useState('');
  const fits = ({ itemName, itemCode, qty, serials }: DraftLine): boolean =>
    !text ||
    Number(qty) > 0 ||
    `${itemName} ${itemCode} ${serials.join(' ')}`.toUpperCase().includes(text.toUpperCase());
  return (
    <>
      {lines.length > SEARCHED_ABOVE && (
        <input
          type="search"
          value={text}
          placeholder={t(['名称、编码', 'Name, code'])}
          aria-label={t(['查找物料', 'Find a material'])}
          onChange={(event) => setText(event.target.value)}
        />
      )}
      {lines.length === 0 && <p className="quiet">{t(['车上没有可退的', 'Nothing in the van to return'])}</p>}
      <ul className="goods-lines">
        {lines.filter(fits).map((line) => (
          <ReturnLineRow key={line.key} line={line} lines={lines} put={put} />
        ))}
      </ul>
    </>
  );
}
