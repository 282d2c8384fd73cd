import { Prose } from 'kit/blocks';
import { Box, ButtonLink, CallToAction, Card, Hero, Section, TextLink } from 'kit/ui';
import {
  homeApproach,
  homeContact,
  homeDemo,
  homeHero,
  homeResults,
  homeServices,
  homeStory,
} from '../content/home.ts';
import { questionnaire } from '../content/questionnaire.ts';
import { services } from '../content/service-index.ts';
import { QuestionnaireForm } from '../features/questionnaire/questionnaire-form.tsx';
import { BlockSection } from '../sections/blocks.tsx';
import { ContactBand } from '../sections/contact-band.tsx';
import { ServiceList } from '../sections/service-list.tsx';
import { Stories } from '../sections/stories.tsx';

/** The home page (docs/specification.md#2). */
export function HomePage() {
  return (
    <>
      <Hero
        kicker={homeHero.kicker}
        title={homeHero.title}
        lead={homeHero.lead}
        note={homeHero.note}
        actions={homeHero.actions.map(({ label, to }, index) => (
          <ButtonLink key={to} size="lg" variant={index === 0 ? 'solid' : 'outline'} to={to}>
            {label}
          </ButtonLink>
        ))}
      />
      {homeStory.map((block) => (
        <BlockSection key={block.title} block={block} />
      ))}
      <Section id="services" tone="fog" layout="split" title={homeServices.title} lead={homeServices.lead}>
        <ServiceList items={services} />
        <Box marginTop="6">
          <TextLink to={homeServices.all.to}>{homeServices.all.label}</TextLink>
        </Box>
      </Section>
      <Section tone="ink" space="lg" layout="split" title={homeApproach.title}>
        <Prose>
          {homeApproach.paragraphs.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </Prose>
        <Box marginTop="8">
          <ButtonLink size="lg" to={homeApproach.action.to}>
            {homeApproach.action.label}
          </ButtonLink>
        </Box>
      </Section>
      <Section id="results" title={homeResults.title}>
        <Stories items={homeResults.stories} />
      </Section>
      <Section id="consultation" tone="fog" layout="split" title={questionnaire.title} lead={questionnaire.lead}>
        <Card padding="lg">
          <QuestionnaireForm />
        </Card>
      </Section>
      <ContactBand tone="paper" title={homeContact.title} lead={homeContact.lead} />
      <CallToAction
        title={homeDemo.title}
        lead={homeDemo.lead}
        actions={
          <ButtonLink size="lg" to={homeDemo.action.to}>
            {homeDemo.action.label}
          </ButtonLink>
        }
      />
    </>
  );
}
