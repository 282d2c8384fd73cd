import { createElement } from 'react';
import { preload } from 'react-dom';

/** The drawing of one icon: SVG elements on a 24 by 24 grid. `kit/icons` has them. */
export type IconShape = readonly (readonly [
  tag: string,
  attributes: Readonly<Record<string, string | number | undefined>>,
])[];

interface IconProps {
  shape: IconShape;
  /** In pixels; 24 by default. */
  size?: number | undefined;
  /** The accessible name. Without it the icon is decorative. */
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
  /** For example `image/avif`. Without it every browser takes the source. */
  type?: string | undefined;
  /** A media query, for a source that shows another picture and not only another format. It then also needs its own size. */
  media?: string | undefined;
  width?: number | undefined;
  height?: number | undefined;
}

interface PictureProps {
  src: string;
  /** The text alternative; empty for decoration. */
  alt: string;
  /** Of the file at `src`, in pixels. The browser reserves this space before the file arrives. */
  width: number;
  height: number;
  /** Better formats, best first. */
  sources?: readonly PictureSource[] | undefined;
  srcSet?: string | undefined;
  sizes?: string | undefined;
  /** For the picture of the first screen, which is fetched first. Other pictures load lazily. */
  priority?: boolean | undefined;
}

/** A picture that causes no layout shift, because width and height are required. */
export function Picture({ src, alt, width, height, sources = [], srcSet, sizes, priority }: PictureProps) {
  const loading = priority ? ({ fetchPriority: 'high' } as const) : ({ loading: 'lazy', decoding: 'async' } as const);
  const image = <img src={src} alt={alt} width={width} height={height} srcSet={srcSet} sizes={sizes} {...loading} />;
  const [best] = sources;
  // React would preload a plain image of the first screen. It would not arrive earlier, but would compete with scripts that the
  // page needs immediately (`/exotics-intake`: LCP 1.06 s, and 1.21 s with the preload).
  if (!best && !priority) return image;
  // The preload precedes that of the font: over HTTP/1.1 the first request reuses the connection of the document.
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
