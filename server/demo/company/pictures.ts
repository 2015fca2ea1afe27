import type { Chance } from '#business/system/seed/demo-world.seed.ts';

/**
 * Size of the drawings in pixels. Drawings replace photos of callers; they have no text, since fonts differ by machine.
 */
const W = 640;
const H = 480;

const picture = (ground: string, inside: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${W}" height="${H}" viewBox="0 0 ${W} ${H}"><defs><linearGradient id="g" x1="0" y1="0" x2="0.4" y2="1"><stop offset="0" stop-color="#fff" stop-opacity="0.35"/><stop offset="1" stop-color="#000" stop-opacity="0.28"/></linearGradient></defs><rect width="${W}" height="${H}" fill="${ground}"/>${inside}<rect width="${W}" height="${H}" fill="url(#g)"/></svg>`;

/** Indexes in `places` of the lit bars of each character on a seven-segment display. */
const bars: Readonly<Record<string, readonly number[]>> = {
  0: [0, 1, 2, 4, 5, 6],
  1: [2, 5],
  2: [0, 2, 3, 4, 6],
  3: [0, 2, 3, 5, 6],
  4: [1, 2, 3, 5],
  5: [0, 1, 3, 5, 6],
  6: [0, 1, 3, 4, 5, 6],
  7: [0, 2, 5],
  8: [0, 1, 2, 3, 4, 5, 6],
  9: [0, 1, 2, 3, 5, 6],
  E: [0, 1, 3, 4, 6],
  F: [0, 1, 3, 4],
  P: [0, 1, 2, 3, 4],
  U: [1, 2, 4, 5, 6],
  A: [0, 1, 2, 3, 4, 5],
  L: [1, 4, 6],
  H: [1, 2, 3, 4, 5],
  r: [3, 4],
};
const places: readonly (readonly [x: number, y: number, w: number, h: number])[] = [
  [8, 0, 44, 10],
  [0, 8, 10, 44],
  [50, 8, 10, 44],
  [8, 50, 44, 10],
  [0, 58, 10, 44],
  [50, 58, 10, 44],
  [8, 100, 44, 10],
];

const digits = (text: string, x: number, y: number, colour: string): string =>
  [...text]
    .map((letter, at) =>
      (bars[letter] ?? bars[letter.toUpperCase()] ?? [])
        .map((bar) => {
          const [bx, by, w, h] = places[bar];
          return `<rect x="${x + at * 78 + bx}" y="${y + by}" width="${w}" height="${h}" rx="5" fill="${colour}"/>`;
        })
        .join(''),
    )
    .join('');

function panel(chance: Chance, code: string): string {
  const wall = chance.pick(['#d9d4c8', '#cfd6d8', '#e3ddd2']);
  return picture(
    wall,
    `<rect x="120" y="70" width="400" height="340" rx="26" fill="#f6f6f3"/><rect x="160" y="110" width="320" height="170" rx="12" fill="#141b1f"/>${digits(code.slice(0, 4), 320 - (Math.min(4, code.length) * 78 - 18) / 2, 140, chance.pick(['#ff5a45', '#7fe0ff', '#f7c04a']))}${[0, 1, 2, 3].map((at) => `<circle cx="${200 + at * 80}" cy="345" r="24" fill="#dfe3e3"/>`).join('')}`,
  );
}

function puddle(chance: Chance): string {
  const tile = chance.between(70, 110);
  const lines = Array.from(
    { length: 10 },
    (_, at) => `<path d="M0 ${at * tile}H${W}M${at * tile} 0V${H}" stroke="#a99f8f" stroke-width="3"/>`,
  ).join('');
  const cx = chance.between(220, 420);
  return picture(
    chance.pick(['#c9bda9', '#bfb4a3', '#d2c7b6']),
    `${lines}<ellipse cx="${cx}" cy="300" rx="${chance.between(150, 220)}" ry="${chance.between(70, 110)}" fill="#7fa6b8" fill-opacity="0.55"/><ellipse cx="${cx - 40}" cy="285" rx="60" ry="18" fill="#fff" fill-opacity="0.5"/><rect x="${cx - 14}" y="0" width="28" height="150" fill="#b7bcc0"/><rect x="${cx - 26}" y="140" width="52" height="26" rx="6" fill="#8f979d"/><path d="M${cx} 176c16 26 20 36 0 44-20-8-16-18 0-44z" fill="#6f9db3"/>`,
  );
}

function gauge(chance: Chance): string {
  const angle = chance.between(-120, -20);
  const marks = Array.from(
    { length: 13 },
    (_, at) =>
      `<rect x="316" y="90" width="8" height="26" fill="#30383d" transform="rotate(${-120 + at * 20} 320 240)"/>`,
  ).join('');
  return picture(
    chance.pick(['#58636a', '#6b6257', '#4d5a55']),
    `<rect x="300" y="380" width="40" height="100" fill="#b98a3e"/><circle cx="320" cy="240" r="180" fill="#c9ced1"/><circle cx="320" cy="240" r="160" fill="#fbfbf8"/>${marks}<path d="M320 240L312 130L328 130z" fill="#c22f25" transform="rotate(${angle} 320 240)"/><circle cx="320" cy="240" r="16" fill="#30383d"/>`,
  );
}

function manifold(chance: Chance): string {
  const loops = chance.between(4, 6);
  const cold = chance.between(0, loops - 1);
  const pipes = Array.from({ length: loops }, (_, at) => {
    const x = 110 + at * (420 / (loops - 1));
    return `<rect x="${x - 11}" y="170" width="22" height="310" fill="${at === cold ? '#5f8fb0' : '#e7ebec'}"/><rect x="${x - 20}" y="120" width="40" height="62" rx="6" fill="${at === cold ? '#c22f25' : '#3c6e9a'}"/>`;
  }).join('');
  return picture(
    chance.pick(['#dedad2', '#d3d8da']),
    `<rect x="60" y="86" width="520" height="40" rx="18" fill="#c59b4c"/><rect x="60" y="230" width="520" height="34" rx="15" fill="#b98a3e"/>${pipes}`,
  );
}

function unit(chance: Chance): string {
  const frost = chance.percent(40);
  const blades = Array.from(
    { length: 6 },
    (_, at) =>
      `<path d="M250 250c10-50 40-80 78-88-6 40-30 74-78 88z" fill="#4a5358" transform="rotate(${at * 60 + chance.between(0, 20)} 250 250)"/>`,
  ).join('');
  return picture(
    chance.pick(['#9fb3bf', '#a8aFa6', '#b9b3a8']),
    `<rect x="80" y="90" width="480" height="320" rx="14" fill="#eceeec"/><circle cx="250" cy="250" r="130" fill="#2d3438"/>${blades}<circle cx="250" cy="250" r="22" fill="#868e92"/>${[0, 1, 2, 3, 4, 5].map((at) => `<rect x="420" y="${130 + at * 40}" width="110" height="16" rx="6" fill="#cfd4d3"/>`).join('')}${frost ? '<rect x="80" y="330" width="480" height="80" fill="#fff" fill-opacity="0.75"/>' : ''}<rect x="110" y="410" width="60" height="36" fill="#5b6367"/><rect x="470" y="410" width="60" height="36" fill="#5b6367"/>`,
  );
}

/** Return a unique picture of finished work. */
export function workPictureOf(chance: Chance, what: string): { name: string; svg: string } {
  const stamp = String(chance.between(20_000_000, 29_999_999));
  const svg = chance.pick([gauge, manifold, unit, (by: Chance) => panel(by, String(by.between(16, 26)))])(chance);
  // A sticker with a random number makes each picture unique.
  return {
    name: `${what}_${stamp}.jpg`,
    svg: svg.replace(
      '</svg>',
      `<rect x="20" y="438" width="126" height="30" rx="4" fill="#fff" fill-opacity="0.85"/><g transform="translate(28 443) scale(0.16)">${digits(stamp, 0, 0, '#2d3438')}</g></svg>`,
    ),
  };
}

/** Return a picture of a closed door. */
export function doorPicture(chance: Chance): string {
  const leaf = chance.pick(['#6b4a33', '#3f4a52', '#7c2f2a', '#4f5d46']);
  return picture(
    chance.pick(['#cfc8bb', '#bfc4c6', '#d8d2c4']),
    `<rect x="190" y="40" width="260" height="440" fill="#8f8577"/><rect x="206" y="56" width="228" height="424" rx="4" fill="${leaf}"/>${[0, 1].map((at) => `<rect x="236" y="${92 + at * 180}" width="168" height="150" rx="4" fill="#000" fill-opacity="0.16"/>`).join('')}<circle cx="320" cy="80" r="7" fill="#1c2225"/><rect x="404" y="262" width="18" height="60" rx="8" fill="#c9ab62"/><rect x="482" y="230" width="34" height="54" rx="6" fill="#eceeec"/><circle cx="499" cy="262" r="8" fill="${chance.pick(['#c22f25', '#3c6e9a'])}"/>`,
  );
}

/** Return a unique picture of a fault. */
export function seedPicture(
  chance: Chance,
  fault: { category: string; system: string; code: string | null },
): { name: string; svg: string } {
  const stamp = `${chance.between(20_000_000, 29_999_999)}`;
  if (fault.code) return { name: `故障码_${stamp}.jpg`, svg: panel(chance, fault.code) };
  if (fault.category === 'leak') return { name: `漏水_${stamp}.jpg`, svg: puddle(chance) };
  if (['control', 'noStart', 'offline', 'electric'].includes(fault.category) || fault.system === 'smartHome')
    return { name: `面板_${stamp}.jpg`, svg: panel(chance, String(chance.between(12, 29))) };
  if (fault.category === 'lowFlow') return { name: `压力表_${stamp}.jpg`, svg: gauge(chance) };
  if (fault.system === 'floorHeat') return { name: `分集水器_${stamp}.jpg`, svg: manifold(chance) };
  return ['hvac', 'heatPump', 'freshAir'].includes(fault.system)
    ? { name: `主机_${stamp}.jpg`, svg: unit(chance) }
    : { name: `现场_${stamp}.jpg`, svg: gauge(chance) };
}
