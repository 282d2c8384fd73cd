import { chakra, Picture } from 'kit/ui';

const Frame = chakra('div', {
  base: { borderRadius: 'md', overflow: 'hidden', '& img': { width: '100%', height: 'auto' } },
});

const picture = '/attached_assets/agents/client-call';

/** A drawing of a call with a client's agent. */
export function CallPicture({ alt }: { alt: string }) {
  const sources = ['avif', 'webp'].map((ending) => ({
    type: `image/${ending}`,
    srcSet: [480, 960].map((width) => `${picture}-${width}.${ending} ${width}w`).join(', '),
  }));
  return (
    <Frame>
      <Picture
        src={`${picture}.svg`}
        alt={alt}
        width={960}
        height={640}
        sources={sources}
        sizes="(min-width: 1024px) 40rem, 100vw"
      />
    </Frame>
  );
}
