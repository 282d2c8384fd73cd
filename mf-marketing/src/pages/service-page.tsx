import { ButtonLink, CallToAction, Hero } from 'kit/ui';
import type { ServiceContent } from '../content/service-content.ts';
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
        kicker={hero.kicker}
        title={hero.title}
        lead={hero.lead}
        art={<Drawing file={picture} priority />}
        actions={
          <ButtonLink size="lg" to="/contact">
            Get Started
          </ButtonLink>
        }
      />
      {body.map((block, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the sections of a page never change places
        <BlockSection key={index} block={block} />
      ))}
      <CallToAction
        title={closing.title}
        lead={closing.lead}
        actions={
          <ButtonLink size="lg" to="#contact">
            Schedule Your Free Consultation
          </ButtonLink>
        }
      />
      <ContactBand title={contact.title} lead={contact.lead} />
    </>
  );
}
