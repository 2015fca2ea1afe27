import { ConfigProvider, theme } from 'antd';
import enUS from 'antd/locale/en_US';
import zhCN from 'antd/locale/zh_CN';
import dayjs from 'dayjs';
import 'dayjs/locale/zh-cn';
import { type ReactElement, type ReactNode, useMemo } from 'react';
import { accentOf } from './accent.ts';
import { useLook } from './theme.ts';
import { themes } from './themes.ts';
import { useLanguage } from '../i18n/words.ts';

const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
const nonce = document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce;

/** Return the theme of antd, with the same colours as our own CSS. */
function useTokens(): NonNullable<Parameters<typeof ConfigProvider>[0]['theme']> {
  const { shown, colour, theme: name } = useLook();
  return useMemo(() => {
    const dark = shown === 'dark';
    const accent = accentOf(colour === '#409EFF' ? (themes[name].colour ?? colour) : colour, shown);
    return {
      algorithm: dark ? theme.darkAlgorithm : theme.defaultAlgorithm,
      hashed: false,
      cssVar: { key: 'anju' },
      token: {
        colorPrimary: accent['--accent'],
        colorInfo: accent['--accent'],
        colorLink: accent['--accent'],
        colorTextLightSolid: accent['--on-accent'],
        colorError: dark ? '#f38b83' : '#b3261e',
        colorSuccess: dark ? '#6fcf97' : '#17703d',
        colorWarning: dark ? '#f0b65a' : '#9a5b00',
        colorText: dark ? '#e6eaf0' : '#1b2330',
        colorTextSecondary: dark ? '#a3adba' : '#4a5466',
        colorTextTertiary: dark ? '#8f9aa8' : '#646e7d',
        colorTextPlaceholder: dark ? '#8f9aa8' : '#646e7d',
        colorTextDisabled: dark ? '#8f9aa8' : '#646e7d',
        colorTextDescription: dark ? '#a3adba' : '#4a5466',
        colorBgContainer: dark ? '#171c22' : '#ffffff',
        colorBgElevated: dark ? '#1c232b' : '#ffffff',
        colorBorder: dark ? '#29313a' : '#e0e3e9',
        colorBorderSecondary: dark ? '#212830' : '#eff1f4',
        fontSize: 13,
        controlHeight: 32,
        borderRadius: themes[name].radius ?? 6,
        fontFamily: 'var(--font)',
        motionDurationMid: '0.12s',
        motionDurationSlow: '0.15s',
        motion: !still,
      },
      components: {
        Checkbox: { colorBorder: 'var(--edge)' },
        Radio: { colorBorder: 'var(--edge)' },
        Select: { optionSelectedBg: accent['--accent-soft'] },
        Modal: { titleFontSize: 15 },
        Tooltip: { colorTextLightSolid: '#ffffff' },
      },
    };
  }, [shown, colour, name]);
}

/** Applies theme and language to antd controls, and follows changes without a reload. */
export function AntdLook({ children }: { children: ReactNode }): ReactElement {
  const language = useLanguage();
  const tokens = useTokens();
  dayjs.locale(language === 'en' ? 'en' : 'zh-cn');
  return (
    <ConfigProvider
      theme={tokens}
      locale={language === 'en' ? enUS : zhCN}
      csp={{ nonce }}
      button={{ autoInsertSpace: false }}
    >
      {children}
    </ConfigProvider>
  );
}
