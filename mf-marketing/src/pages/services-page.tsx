import {
  CallToAction,
  Card,
  chakra,
  Heading,
  Hero,
  List,
  SceneLink,
  Section,
  Text,
  TextLink,
  VisuallyHidden,
} from 'kit/ui';
import { services } from '../content/service-index.ts';
import { industryCards, servicesOverview } from '../content/services-overview.ts';
import { trades } from '../content/trades.ts';
import { Actions } from '../sections/actions.tsx';
import { ContactBand } from '../sections/contact-band.tsx';
import { Drawing } from '../sections/drawing.tsx';
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
  const { hero, industriesLead, closing, contact } = servicesOverview;
  return (
    <>
      <Hero tone="paper" {...hero} art={<Start />} />
      <Section tone="fog" id="services" title="Seven services, one team">
        <ServiceCards />
      </Section>
      <Section title="Specialty Industries" lead={industriesLead}>
        <IndustryCards />
        <AlsoServed>
          <h3>Also: solar and junk removal</h3>
          <TradeTiles items={trades.filter(({ path }) => !industryCards.some((card) => card.path === path))} />
        </AlsoServed>
      </Section>
      <CallToAction {...closing} actions={<Actions links={[closing.action]} />} />
      <ContactBand {...contact} />
    </>
  );
}

const StartList = chakra('div', {
  base: {
    '& > h2': { textStyle: 'h4', paddingBottom: '3' },
    '& li': { borderTop: '1px solid', borderColor: 'line', paddingBlock: '1' },
    '& a': { width: '100%', justifyContent: 'space-between' },
  },
});

/** In the hero: the way from a problem to the page of its service. */
function Start() {
  return (
    <StartList>
      <h2>What is missing today?</h2>
      <List>
        {servicesOverview.start.map(({ problem, to }) => (
          <li key={to}>
            <TextLink variant="onward" to={to}>
              {problem}
            </TextLink>
          </li>
        ))}
      </List>
    </StartList>
  );
}

const ServiceGrid = chakra('ul', {
  base: {
    display: 'grid',
    gap: { base: '5', md: '6' },
    gridTemplateColumns: { md: 'repeat(2, minmax(0, 1fr))', lg: 'repeat(3, minmax(0, 1fr))' },
    '& > li': { display: 'flex' },
    '& > li:has(.transitioning) img': { viewTransitionName: 'scene' },
    // On a phone the picture is next to the name, unless large text leaves no space for both.
    '& > li > div': {
      width: '100%',
      display: { base: 'grid', md: 'flex' },
      gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 9rem), 1fr))',
      alignItems: { base: 'center', md: 'flex-start' },
    },
    '& h3': { paddingBlock: { base: '4', md: '0' }, paddingInline: { base: '3', md: '0' } },
    '& p': { gridColumn: '1 / -1', paddingInline: { base: '4', md: '0' }, paddingTop: { base: '4', md: '0' } },
    '& [data-part=body] > a': { gridColumn: '1 / -1', margin: { base: '4', md: '0' } },
    '& [data-part=body]': {
      display: { base: 'contents', md: 'flex' },
      flexDirection: 'column',
      alignItems: 'flex-start',
      gap: '3',
      flex: '1',
      padding: '6',
    },
    '& [data-part=body] > :last-child': { marginTop: 'auto' },
    // Without it the card would be as wide as the picture, which is 0 until it loads.
    '& [data-part=picture]': { width: '100%' },
    '& [data-part=picture] > div': { borderRadius: '0' },
    /** The odd card at the end spans the grid. */
    '& > li:last-child': { gridColumn: { md: '1 / -1' } },
    '& > li:last-child > div': { flexDirection: { md: 'row' }, alignItems: { md: 'center' } },
    // In a frame, so that the picture may be lower than the text next to it.
    '& > li:last-child [data-part=picture]': { flex: { md: '0 0 44%' }, padding: { md: '6' } },
    '& > li:last-child [data-part=picture] > div': { borderRadius: { md: 'md' } },
    '& > li:last-child [data-part=body]': { justifyContent: 'center', padding: { md: '6 2rem 1.5rem 0', lg: '10' } },
    '& > li:last-child [data-part=body] > :last-child': { marginTop: { md: '2' } },
  },
});

function ServiceCards() {
  return (
    <ServiceGrid role="list">
      {services.map(({ name, topic, path, fullDescription, picture }) => (
        <li key={path}>
          <Card padding="none" linked data-tone="paper">
            <div data-part="picture">
              <Drawing file={picture} />
            </div>
            <div data-part="body">
              <Heading as="h3" size="h3">
                {name}
              </Heading>
              <Text tone="muted">{fullDescription}</Text>
              <SceneLink to={path} data-cover="">
                <span>Learn More</span>
                <VisuallyHidden> about {topic}</VisuallyHidden>
              </SceneLink>
            </div>
          </Card>
        </li>
      ))}
    </ServiceGrid>
  );
}

const IndustryGrid = chakra('ul', {
  base: {
    display: 'grid',
    columnGap: { base: '5', md: '8' },
    rowGap: { base: '8', md: '12' },
    // On phones the columns follow the text size: larger text has one column.
    gridTemplateColumns: {
      base: 'repeat(auto-fill, minmax(min(100%, 9.5rem), 1fr))',
      md: 'repeat(3, minmax(0, 1fr))',
    },
    '& :has(> .transitioning) img': { viewTransitionName: 'scene' },
    '& > li': { display: 'flex', flexDirection: 'column', alignItems: 'flex-start', gap: '2' },
    '& h3': { textStyle: 'h3', marginTop: '3' },
    '& p': { color: 'muted', marginBottom: 'auto' },
  },
});

function IndustryCards() {
  return (
    <IndustryGrid role="list">
      {industryCards.map(({ name, path, description, picture }) => (
        <li key={path}>
          <Drawing file={picture} />
          <h3>{name} Leads</h3>
          <p>{description}</p>
          <SceneLink to={path}>
            <span>Learn More</span>
            <VisuallyHidden> about leads for {name}</VisuallyHidden>
          </SceneLink>
        </li>
      ))}
    </IndustryGrid>
  );
}
