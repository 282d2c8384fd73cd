import { createElement } from 'react';

/** The drawing of one icon: SVG elements on a 24 by 24 grid. `kit/icons` has them. */
export type IconShape = readonly (readonly [
  tag: string,
  attributes: Readonly<Record<string, string | number | undefined>>,
])[];

interface IconProps {
  shape: IconShape;
  /** Pixels, 24 unless given. */
  size?: number | undefined;
  /** Said by screen readers; without it the icon is decoration. */
  label?: string | undefined;
}

/** An icon in the colour of the text around it, drawn with a line of 1.5 px. */
export function Icon({ shape, size = 24, label }: IconProps) {
  return (
    <svg
      role={label && 'img'}
      aria-label={label}
      aria-hidden={label ? undefined : true}
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={Math.round((150 * 24) / size) / 100}
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      {shape.map(([tag, attributes]) => createElement(tag, { key: JSON.stringify(attributes), ...attributes }))}
    </svg>
  );
}
