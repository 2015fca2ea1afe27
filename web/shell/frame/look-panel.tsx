import { ColorPicker } from 'antd';
import { SegmentedControl } from '#kernel/web/pickers/choice/segmented-control.tsx';
import type { ReactElement } from 'react';
import type { Label } from '#kernel/language/label.ts';
import { Dialog } from '#kernel/web/dialogs/dialog.tsx';
import { DEFAULT_COLOUR } from '#kernel/web/theme/accent.ts';
import { type Mode, previewColour, useLook, applyTheme } from '#kernel/web/theme/theme.ts';
import { type ThemeName, themes } from '#kernel/web/theme/themes.ts';
import { useT } from '#kernel/web/i18n/words.ts';

const modes: readonly [Mode, Label][] = [
  ['light', ['浅色', 'Light']],
  ['dark', ['深色', 'Dark']],
  ['system', ['跟随系统', 'As the system']],
];
const colours = [DEFAULT_COLOUR, '#13A8C4', '#17A673', '#7C4DFF', '#D4537E', '#D9822B', '#B3261E', '#5B6573'];

const scale = ['--shade', ...Array.from({ length: 10 }, (_, at) => `--tint-${at + 1}`)];

/** Dialog for light or dark, one of eleven themes, or any colour. Text is readable with each of them. */
export function LookPanel({ onClose }: { onClose: () => void }): ReactElement {
  const t = useT();
  const look = useLook();
  return (
    <Dialog title={t(['主题与颜色', 'Theme and colour'])} width={440} onClose={onClose}>
      <h3 className="look-head">{t(['明暗', 'Brightness'])}</h3>
      <SegmentedControl
        label={t(['明暗', 'Brightness'])}
        items={modes.map(([mode, label]) => ({ key: mode, label: t(label) }))}
        value={look.mode}
        onChange={(mode) => applyTheme({ mode })}
      />
      <h3 className="look-head">{t(['颜色', 'Colour'])}</h3>
      <div className="look-colours">
        {colours.map((colour) => (
          <button
            key={colour}
            type="button"
            aria-label={colour}
            aria-pressed={look.colour.toUpperCase() === colour.toUpperCase()}
            style={{ background: colour }}
            onClick={() => applyTheme({ colour })}
          />
        ))}
        <ColorPicker
          value={look.colour}
          disabledAlpha
          onChange={(value) => previewColour(value.toHexString())}
          onChangeComplete={(value) => applyTheme({ colour: value.toHexString() })}
        />
      </div>
      <div
        className="look-scale"
        role="img"
        aria-label={t(['所选颜色的十级浅色与一级深色', 'Ten tints and a shade of the colour'])}
      >
        {scale.map((name) => (
          <i key={name} style={{ background: `var(${name})` }} />
        ))}
      </div>
      <h3 className="look-head">{t(['主题', 'Theme'])}</h3>
      <div className="look-themes">
        {(Object.keys(themes) as ThemeName[]).map((name) => (
          <button
            key={name}
            type="button"
            aria-pressed={look.theme === name}
            onClick={() => applyTheme({ theme: name })}
          >
            <i style={{ background: themes[name].sample, borderBottomColor: themes[name].colour ?? look.colour }} />
            {t(themes[name].label)}
          </button>
        ))}
      </div>
    </Dialog>
  );
}
