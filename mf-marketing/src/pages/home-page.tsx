import { Points, Steps } from 'kit/blocks';
import type { Story } from 'kit/contracts/site-config';
import { hvacCall, LateSampleCall } from 'kit/sample-call';
import { useSite } from 'kit/site';
import { Box, CallToAction, Card, Columns, chakra, Hero, Picture, Section, TextLink } from 'kit/ui';
import {
  exampleStories,
  homeApproach,
  homeCall,
  homeContact,
  homeDemo,
  homeHero,
  homeReasons,
  homeSteps,
  homeVerification,
} from '../content/home.ts';
import { services } from '../content/service-index.ts';
import { trades } from '../content/trades.ts';
import { QuestionnaireForm, questionnaire } from '../features/questionnaire-form.tsx';
import { Actions } from '../sections/actions.tsx';
import { ContactBand } from '../sections/contact-band.tsx';
import { LeadAlert } from '../sections/lead-alert.tsx';
import { exampleNote, StoryQuote } from '../sections/story-quote.tsx';
import { TradeTiles } from '../sections/trade-tiles.tsx';

/** The picture beside the form. A phone has no space for it and does not fetch it. */
function Agenda() {
  return (
    <Box as="span" display={{ base: 'none', lg: 'block' }} marginTop="10" borderRadius="md" overflow="hidden">
      <Picture
        src="/attached_assets/home/agenda.svg"
        width={680}
        height={680}
        alt="Our first call: trade and towns, what a booked job is worth, what you spend today, your price per lead, when the first ads could run"
      />
    </Box>
  );
}

/** The home page (docs/specification.md#2). */
export function HomePage() {
  const { stories } = useSite();
  return (
    <>
      <Hero {...homeHero} actions={<Actions links={homeHero.actions} />} />
      <Section id="sample-call" tone="fog" layout="split" title={homeCall.title} lead={homeCall.lead}>
        <LateSampleCall call={hvacCall} fallback={homeCall.fallback} />
        <TextLink variant="onward" to={homeCall.more.to}>
          {homeCall.more.label}
        </TextLink>
      </Section>
      <Section id="trades" title="Choose your trade" tone="ink" layout="bleed">
        <TradeTiles items={trades} look="bleed" />
      </Section>
      <Section id="how-it-works" title="How It Works">
        <Steps items={homeSteps} />
      </Section>
      <Section tone="fog" title={homeVerification.title} lead={homeVerification.lead}>
        <Columns>
          <Points items={homeVerification.points} />
          <LeadAlert />
        </Columns>
      </Section>
      <Section tone="ink" layout="bleed" title="Why the process works">
        <RowList items={homeReasons} look="panels" />
      </Section>
      <Section id="services" title="More than leads">
        <RowList
          look="pairs"
          items={[
            ...services.map(({ name, description, path }) => ({ title: name, text: description, to: path })),
            { title: 'All services', text: 'What each includes.', to: '/services' },
          ]}
        />
      </Section>
      <CallToAction {...homeApproach} actions={<Actions links={[homeApproach.action]} />} />
      <Section id="results" title="Client success stories" lead={stories ? undefined : exampleNote}>
        {stories ? <ClientStories items={stories.slice(0, 3)} /> : <ExampleStories />}
      </Section>
      <Section
        id="consultation"
        tone="fog"
        layout="split"
        title={questionnaire.title}
        lead={
          <>
            {questionnaire.lead}
            <Agenda />
          </>
        }
      >
        <Card padding="lg">
          <QuestionnaireForm />
        </Card>
      </Section>
      <ContactBand tone="paper" {...homeContact} />
      <CallToAction {...homeDemo} actions={<Actions links={[homeDemo.action]} />} />
    </>
  );
}

const Examples = chakra('div', {
  base: { display: 'grid', gap: { base: '12', lg: '10' }, gridTemplateColumns: { lg: 'repeat(3, minmax(0, 1fr))' } },
});

function ExampleStories() {
  return (
    <Examples>
      {exampleStories.map((story) => (
        <StoryQuote key={story.name} story={story} isExample />
      ))}
    </Examples>
  );
}

const StoryColumns = chakra('div', {
  base: {
    display: 'grid',
    gap: { base: '12', lg: '16' },
    gridTemplateColumns: { lg: 'minmax(0, 5fr) minmax(0, 7fr)' },
    '& > div': { display: 'grid', gap: '12', alignContent: 'start' },
  },
});

/** The first story is large with the others next to it. */
function ClientStories({ items: [first, ...others] }: { items: readonly Story[] }) {
  return (
    <StoryColumns>
      {first && <StoryQuote story={first} look="large" />}
      <div>
        {others.map((story) => (
          <StoryQuote key={story.name} story={story} />
        ))}
      </div>
    </StoryColumns>
  );
}

interface Row {
  title: string;
  text: string;
  /** The link of the title. */
  to?: string;
}

const List = chakra('ul', {
  base: { display: 'grid', '& h3': { textStyle: 'h3' }, '& p': { color: 'muted', marginTop: '1' } },
  variants: {
    look: {
      /** Two next to each other, over the whole width. */
      pairs: {
        gridTemplateColumns: { lg: '1fr 1fr' },
        columnGap: '16',
        '& > li': { paddingBlock: '5', borderTop: '1px solid', borderColor: 'line' },
      },
      /**
       * Three panels across the whole window. The text of the first is aligned with the content of the page; the percentage
       * counts from its own column.
       */
      panels: {
        gridTemplateColumns: { lg: '1fr min(23.5rem, 32vw) 1fr' },
        '& > li': { padding: { base: '5', md: '8', lg: '10' } },
        '& > li:first-child': { background: 'accent', paddingLeft: { lg: 'max(2rem, 100% - 23.75rem)' } },
        '& > li:first-child :is(h3, p)': { color: 'ink' },
        '& > li:last-child': { background: 'surface' },
      },
    },
  },
});

function RowList({ items, look }: { items: readonly Row[]; look: 'panels' | 'pairs' }) {
  return (
    <List role="list" look={look}>
      {items.map(({ title, text, to }) => (
        <li key={title}>
          <h3>
            {to ? (
              <TextLink variant="onward" to={to}>
                {title}
              </TextLink>
            ) : (
              title
            )}
          </h3>
          <p>{text}</p>
        </li>
      ))}
    </List>
  );
}
