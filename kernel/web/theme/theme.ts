import { create } from 'zustand';
import { DEFAULT_COLOUR, accentOf, colourScaleOf } from './accent.ts';
import { type ThemeName, themes } from './themes.ts';

export type Mode = 'light' | 'dark' | 'system';

interface Look {
  readonly mode: Mode;
  readonly colour: string;
  readonly theme: ThemeName;
}

const KEY = 'anju-theme';
const prefersDark = matchMedia('(prefers-color-scheme: dark)');

function remembered(): Look {
  try {
    const stored = JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Look>;
    return {
      mode: stored.mode ?? 'system',
      colour: stored.colour ?? DEFAULT_COLOUR,
      theme: stored.theme && themes[stored.theme] ? stored.theme : 'default',
    };
  } catch {
    return { mode: 'system', colour: DEFAULT_COLOUR, theme: 'default' };
  }
}

export const useLook = create<Look & { shown: 'light' | 'dark' }>(() => ({ ...remembered(), shown: 'light' }));

const shownOf = (mode: Mode): 'light' | 'dark' => (mode === 'system' ? (prefersDark.matches ? 'dark' : 'light') : mode);

/** Apply a theme to the page, and store its values for the script that runs before the first paint. */
function paint(look: Look): void {
  const shown = shownOf(look.mode);
  const root = document.documentElement;
  const theme = themes[look.theme];
  // A colour that the person chose replaces that of the theme.
  const colour = look.colour === DEFAULT_COLOUR ? (theme.colour ?? look.colour) : look.colour;
  const values = {
    ...accentOf(colour, shown),
    ...colourScaleOf(colour, shown),
    ...(theme.radius === undefined ? {} : { '--radius-control': `${theme.radius}px` }),
  };
  root.dataset.mode = shown;
  root.dataset.theme = look.theme;
  root.style.cssText = '';
  for (const [name, value] of Object.entries(values)) root.style.setProperty(name, value);
  localStorage.setItem(KEY, JSON.stringify({ ...look, shown, values }));
  useLook.setState({ ...look, shown });
}

export function applyTheme(part: Partial<Look>): void {
  const { mode, colour, theme } = useLook.getState();
  paint({ mode, colour, theme, ...part });
}

/** Show the accent of a colour while the person drags in the colour picker, without storing it. */
export function previewColour(colour: string): void {
  for (const [name, value] of Object.entries({
    ...accentOf(colour, useLook.getState().shown),
    ...colourScaleOf(colour, useLook.getState().shown),
  }))
    document.documentElement.style.setProperty(name, value);
}

prefersDark.addEventListener('change', () => applyTheme({}));
// Apply a theme that was chosen in another window.
addEventListener('storage', ({ key }) => {
  if (key === KEY) paint(remembered());
});
applyTheme({});
