import { CallToAction, Hero } from 'kit/ui';
import type { ServiceContent } from '../content/service-content.ts';
import { type ServiceSlug, serviceDrawing } from '../content/service-drawings.ts';
import { Actions } from '../sections/actions.tsx';
import { BlockSection } from '../sections/blocks.tsx';
import { ContactBand } from '../sections/contact-band.tsx';
import { Drawing } from '../sections/drawing.tsx';

/** The page of one service, below /services. */
export function pageOf(slug: ServiceSlug, content: ServiceContent) {
  return () => <ServicePage slug={slug} content={content} />;
}

function ServicePage({ slug, content }: { slug: ServiceSlug; content: ServiceContent }) {
  const { hero, body, closing, contact } = content;
  return (
    <>
      <Hero
        tone="fog"
        {...hero}
        art={<Drawing file={serviceDrawing(slug)} priority />}
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
