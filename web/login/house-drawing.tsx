import type { ReactElement } from 'react';
import type { Label } from '#kernel/language/label.ts';
import { useT } from '#kernel/web/i18n/words.ts';

const stations: readonly [x: number, at: string, name: Label, note: Label][] = [
  [190, '08:52', ['报修', 'Request'], ['自动建单', 'made by itself']],
  [300, '09:10', ['派工', 'Dispatch'], ['周建平 3.2 km', 'Zhou, 3.2 km']],
  [410, '10:25', ['上门', 'Visit'], ['备件已齐', 'parts on board']],
  [520, '11:42', ['完工', 'Done'], ['一次修好', 'first time']],
  [630, '¥86.00', ['计件', 'Piecework'], ['当日核价', 'priced today']],
  [740, '11', ['工资单', 'Payslip'], ['本人已签', 'signed']],
];

const across = (from: number, count: number): number[] => Array.from({ length: count }, (_, at) => from + at * 14);

/** The thin lines of the drawing: walls, roof, air duct and furniture. */
function House(): ReactElement {
  return (
    <>
      <g className="draw-wall">
        <path d="M209 306 440 188 671 306M236 294V514M644 294V514" />
      </g>
      <g className="draw-thin">
        <path d="M224 314 440 202 656 314M236 294H644M440 294V387M236 387H644M236 404H644M530 404V496M236 496H644M67 514H753M62 519l6-5M97 519l6-5M127 519l6-5M720 519l6-5" />
        <path d="M336 387V360M336 374h72v13M342 374v-7h20v7M477 387v-24M470 363h13l-3-10h-7zM564 387v-29h44v29M564 372h44M458 404v24M448 433a10 6 0 0 1 20 0zM302 496v-24h8v24M394 496v-24h-8v24M310 480h76M426 476h64M434 476v20M482 476v20" />
      </g>
      <g className="draw-dash">
        <path d="M412 252H340V222M468 252h72v-32M412 266h-42v48M468 266h42v48" />
      </g>
      <g className="draw-thin">
        <path d="M334 228l6-6 6 6M534 226l6-6 6 6M366 310l4 5 4-5M506 310l4 5 4-5" />
      </g>
      <g className="draw-box">
        <rect x="412" y="244" width="56" height="30" />
        <path d="M412 244l56 30M468 244l-56 30" />
        <rect x="230" y="324" width="12" height="34" rx="1" />
        <rect x="638" y="324" width="12" height="34" rx="1" />
        <rect x="230" y="430" width="12" height="40" rx="1" />
        <rect x="148" y="464" width="62" height="43" rx="3" />
        <circle cx="171" cy="486" r="15" />
        <path d="M171 486q-2-9 4-11M171 486q9 3 8 10M171 486q-7 6-12 1M195 475h9M195 481h9M195 487h9M154 507v6M204 507v6" />
        <rect x="250" y="415" width="12" height="69" rx="2" />
        <path d="M250 429h12M250 443h12M250 457h12M250 470h12" />
        <rect x="606" y="424" width="24" height="66" rx="12" />
        <rect x="580" y="448" width="14" height="28" rx="5" />
      </g>
    </>
  );
}

/** The highlighted lines: heating loops, water, and the line from the one cold room to the payslip. */
function Thread(): ReactElement {
  return (
    <>
      {across(278, 12).map((x) => (
        <circle key={x} className="draw-idle" cx={x} cy="395" r="3" />
      ))}
      {across(446, 14).map((x) => (
        <circle key={x} className="draw-warm" cx={x} cy="395" r="3" />
      ))}
      {across(278, 18).map((x) => (
        <circle key={x} className="draw-warm" cx={x} cy="505" r="3" />
      ))}
      <path className="draw-thread" d="M210 480h16v23h30v-19M256 415v-20" />
      <path className="draw-return" d="M210 492h10v17h36" />
      <path className="draw-water" d="M540 381v-7h8v40h70v10M618 424v8h-31v16M587 476v29h101v19" />
      <g className="draw-sensor">
        <circle cx="291" cy="340" r="20" opacity=".16" />
        <circle cx="291" cy="340" r="12" opacity=".3" />
        <circle cx="291" cy="340" r="5.5" className="draw-sensor-core" />
      </g>
      <path className="draw-thread" d="M285 340H112a12 12 0 0 0-12 12V576a12 12 0 0 0 12 12H740" />
    </>
  );
}

/** Drawing of a house with one cold room and the steps from its reading to the payslip, in the colours of the theme. */
export function HouseDrawing(): ReactElement {
  const t = useT();
  return (
    <svg
      className="house"
      viewBox="40 170 760 490"
      role="img"
      aria-label={t([
        '一个读数如何变成报修、派工、上门、完工、计件和工资单',
        'How a reading becomes a request, a dispatch, a visit, a completion, piecework and a payslip',
      ])}
    >
      <House />
      <Thread />
      <text className="draw-reading" x="118" y="309">
        16.8 ℃
      </text>
      <text className="draw-note" x="118" y="330">
        {t(['次卧 · 设定 21 ℃', 'bedroom, set 21 ℃'])}
      </text>
      <text className="draw-note" x="118" y="360">
        08:51
      </text>
      {stations.map(([x, at, name, note], index) => (
        <g key={x} textAnchor="middle">
          <circle
            cx={x}
            cy="588"
            r="6"
            className={index === stations.length - 1 ? 'draw-stop draw-end' : 'draw-stop'}
          />
          <text className="draw-note" x={x} y="570">
            {index === 5 ? t(['11 月', 'Nov']) : at}
          </text>
          <text className="draw-name" x={x} y="616">
            {t(name)}
          </text>
          <text className="draw-note" x={x} y="634">
            {t(note)}
          </text>
        </g>
      ))}
    </svg>
  );
}
