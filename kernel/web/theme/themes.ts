import type { Label } from '#kernel/language/label.ts';

export type ThemeName =
  'default' | 'white' | 'dark' | 'colourful' | 'smart' | 'iview' | 'vip' | 'cool' | 'd2' | 'hey' | 'lte';

/**
 * Values that a theme may change: the accent, the background of top bar and menu (`themes.css`), and the radius. Never
 * the table.
 */
export interface Theme {
  readonly label: Label;
  readonly colour?: string;
  readonly radius?: number;
  readonly sample: string;
}

export const themes: Readonly<Record<ThemeName, Theme>> = {
  default: { label: ['默认', 'Default'], sample: '#ffffff' },
  white: { label: ['白色', 'White'], sample: '#fafafa', radius: 4 },
  dark: { label: ['深色栏', 'Dark bars'], sample: '#1b2330' },
  colourful: { label: ['炫彩', 'Colourful'], colour: '#7C4DFF', sample: '#5b2fd6' },
  smart: { label: ['智能', 'Smart'], colour: '#00A884', sample: '#0b3b36' },
  iview: { label: ['iView', 'iView'], colour: '#2D8CF0', sample: '#1c2438', radius: 4 },
  vip: { label: ['尊享', 'VIP'], colour: '#C08A2B', sample: '#2b2620' },
  cool: { label: ['清凉', 'Cool'], colour: '#13A8C4', sample: '#e3f4f8', radius: 8 },
  d2: { label: ['D2', 'D2'], colour: '#2F74FF', sample: '#ebf1f6', radius: 4 },
  hey: { label: ['Hey', 'Hey'], colour: '#3788EE', sample: '#1d2b3c', radius: 8 },
  lte: { label: ['LTE', 'LTE'], colour: '#3C8DBC', sample: '#222d32', radius: 3 },
};
