import { ButtonLink, CallToAction, chakra, Hero, Section } from 'kit/ui';
import { services } from '../content/service-index.ts';
import { industryCards, servicesOverview } from '../content/services-overview.ts';
import { trades } from '../content/trades.ts';
import { ContactBand } from '../sections/contact-band.tsx';
import { IndustryCards } from '../sections/industry-cards.tsx';
import { ServiceCards } from '../sections/service-cards.tsx';
import { TradeTiles } from '../sections/trade-tiles.tsx';

/** The specification's grid has six industries; the others are listed below it. */
const AlsoServed = chakra('div', {
  base: {
    marginTop: '12',
    paddingTop: '8',
    borderTop: '1px solid',
    borderColor: 'line',
    '& > h3': { textStyle: 'h3', marginBottom: '5' },
    // As large as the cards above.
    '& > ul': { gridTemplateColumns: { md: 'repeat(3, minmax(0, 1fr))' }, columnGap: { base: '5', md: '8' } },
  },
});

/** The services overview at /services (docs/specification.md#2). */
export function ServicesPage() {
  const { hero, servicesTitle, industriesTitle, industriesLead, alsoServed, closing, contact } = servicesOverview;
  return (
    <>
      <Hero layout="plain" tone="paper" kicker={hero.kicker} title={hero.title} lead={hero.lead} />
      <Section tone="fog" id="services" title={servicesTitle}>
        <ServiceCards items={services} />
      </Section>
      <Section title={industriesTitle} lead={industriesLead}>
        <IndustryCards items={industryCards} />
        <AlsoServed>
          <h3>{alsoServed}</h3>
          <TradeTiles items={trades.filter(({ path }) => !industryCards.some((card) => card.path === path))} />
        </AlsoServed>
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
