import { CallToAction, Hero } from 'kit/ui';
import type { ServiceContent } from '../content/service-content.ts';
import { Actions } from '../sections/actions.tsx';
import { BlockSection } from '../sections/blocks.tsx';
import { ContactBand } from '../sections/contact-band.tsx';
import { Drawing } from '../sections/drawing.tsx';

/** The page of one service, below /services. */
export function pageOf(content: ServiceContent) {
  return () => <ServicePage content={content} />;
}

function ServicePage({ content }: { content: ServiceContent }) {
  const { hero, picture, body, closing, contact } = content;
  return (
    <>
      <Hero
        tone="fog"
        {...hero}
        art={<Drawing file={picture} priority />}
        actions={<Actions links={[{ label: 'Get Started', to: '/contact' }]} />}
      />
      {body.map((block, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the sections of a page never change places
        <BlockSection key={index} block={block} />
      ))}
      <CallToAction
        {...closing}
        actions={<Actions links={[{ label: 'Schedule Your Free Consultation', to: '#contact' }]} />}
      />
      <ContactBand {...contact} />
    </>
  );
}
