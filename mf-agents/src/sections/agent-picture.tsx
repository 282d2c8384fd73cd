import { chakra, Picture } from 'kit/ui';

const Frame = chakra('div', {
  base: { borderRadius: 'md', overflow: 'hidden', '& img': { width: '100%', height: 'auto' } },
});

const folder = '/attached_assets/agents';

interface AgentPictureProps {
  name: 'portal';
  alt: string;
}

/** A drawing of the service that the page describes. */
export function AgentPicture({ name, alt }: AgentPictureProps) {
  const sources = ['avif', 'webp'].map((ending) => ({
    type: `image/${ending}`,
    srcSet: [480, 960].map((width) => `${folder}/${name}-${width}.${ending} ${width}w`).join(', '),
  }));
  return (
    <Frame>
      <Picture
        src={`${folder}/${name}.svg`}
        alt={alt}
        width={960}
        height={640}
        sources={sources}
        sizes="(min-width: 1024px) 40rem, 100vw"
      />
    </Frame>
  );
}
