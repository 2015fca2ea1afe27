import { type ComponentType, createElement, type ReactNode, type SVGProps } from 'react';

interface Props extends SVGProps<SVGSVGElement> {
  readonly size?: number | string;
}

type Part = readonly [tag: string, attributes: Readonly<Record<string, string>>];

/**
 * Make an icon component from the elements of its drawing. An icon without an accessible name is hidden from screen
 * readers.
 */
export function drawnIcon(name: string, parts: readonly Part[]): ComponentType<Props> {
  const draw = ({ size = 24, color = 'currentColor', className, children, ...rest }: Props): ReactNode =>
    createElement(
      'svg',
      {
        xmlns: 'http://www.w3.org/2000/svg',
        width: size,
        height: size,
        viewBox: '0 0 24 24',
        fill: 'none',
        stroke: color,
        strokeWidth: 2,
        strokeLinecap: 'round',
        strokeLinejoin: 'round',
        className: className ? `lucide lucide-${name} ${className}` : `lucide lucide-${name}`,
        ...(children || isNamed(rest) ? {} : { 'aria-hidden': true }),
        ...rest,
      },
      ...parts.map(([tag, attributes]) => createElement(tag, attributes)),
      children,
    );
  return draw;
}

const isNamed = (props: object): boolean => Object.keys(props).some((name) => /^aria-|^role$|^title$/.test(name));
