import { createElement } from 'react';
import { preload } from 'react-dom';

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

interface PictureSource {
  srcSet: string;
  /** `image/avif`, `image/webp`; any, unless given. */
  type?: string | undefined;
  /** The windows it is for, where it is another picture and not another format; then its own size, too. */
  media?: string | undefined;
  width?: number | undefined;
  height?: number | undefined;
}

interface PictureProps {
  src: string;
  /** What is shown; empty for decoration. */
  alt: string;
  /** Of the file at `src`, in pixels: keeps its place before it arrives. */
  width: number;
  height: number;
  /** Better formats, best first. */
  sources?: readonly PictureSource[] | undefined;
  srcSet?: string | undefined;
  sizes?: string | undefined;
  /** The picture of the first screen: fetched at once, and first. Others wait until they come near. */
  priority?: boolean | undefined;
}

/** A picture that never moves the page: width and height are always written. */
export function Picture({ src, alt, width, height, sources = [], srcSet, sizes, priority }: PictureProps) {
  const loading = priority ? ({ fetchPriority: 'high' } as const) : ({ loading: 'lazy', decoding: 'async' } as const);
  const image = <img src={src} alt={alt} width={width} height={height} srcSet={srcSet} sizes={sizes} {...loading} />;
  const [best] = sources;
  // A plain image of the first screen would be named in the head by React: asked for ahead of what it stands in, it comes no
  // earlier, and keeps scripts from the line that a page needs at once (`/exotics-intake`: LCP 1.06 s, and 1.21 s with it).
  if (!best && !priority) return image;
  // Named in the head, before the font: over HTTP/1.1 the first to be asked for needs no connection of its own.
  if (priority && best?.type) {
    const { type, srcSet: imageSrcSet } = best;
    preload(src, { as: 'image', type, imageSrcSet, imageSizes: sizes, fetchPriority: 'high' });
  }
  return (
    <picture style={{ display: 'contents' }}>
      {sources.map((source) => (
        <source key={source.srcSet} {...source} sizes={sizes} />
      ))}
      {image}
    </picture>
  );
}
