import { ButtonLink, CallToAction, Hero, Section } from 'kit/ui';
import { services } from '../content/service-index.ts';
import { industryCards, servicesOverview } from '../content/services-overview.ts';
import { ContactBand } from '../sections/contact-band.tsx';
import { IndustryCards } from '../sections/industry-cards.tsx';
import { ServiceCards } from '../sections/service-cards.tsx';

/** The services overview at /services (docs/specification.md#2). */
export function ServicesPage() {
  const { hero, servicesTitle, industriesTitle, industriesLead, closing, contact } = servicesOverview;
  return (
    <>
      <Hero layout="plain" tone="paper" kicker={hero.kicker} title={hero.title} lead={hero.lead} />
      <Section tone="fog" id="services" title={servicesTitle}>
        <ServiceCards items={services} />
      </Section>
      <Section title={industriesTitle} lead={industriesLead}>
        <IndustryCards items={industryCards} />
      </Section>
      <CallToAction
        title={closing.title}
        lead={closing.lead}
        actions={
          <ButtonLink size="lg" to={closing.action.to}>
            {closing.action.label}
          </ButtonLink>
        }
      />
      <ContactBand title={contact.title} lead={contact.lead} />
    </>
  );
}
