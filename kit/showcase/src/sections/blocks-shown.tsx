import { type Column, DataTable, FeatureGrid, Points, StatBand, Steps, Testimonial } from 'kit/blocks';
import { BadgeCheck, Clock, Gauge, ShieldCheck } from 'kit/icons';
import { Button, ButtonLink, CallToAction, Card, Grid, Heading, HStack, Section, Text, TextLink } from 'kit/ui';

const steps = [
  { title: 'We advertise locally', text: 'Search, maps and video in the towns you serve, under your trade.' },
  { title: 'Customers ask for a quote', text: 'They leave name, number and job on a page made for it.' },
  { title: 'You get the lead', text: 'Verified and exclusive, by email, SMS or into your CRM, within minutes.' },
  { title: 'You book the job', text: 'You call first, because nobody else has the number.' },
];

const features = [
  { title: 'Exclusive access', text: 'Each lead goes to one business. It is never sold again.' },
  { title: 'Verified contact info', text: 'Name, phone and email are checked before you see them.' },
  { title: 'High-intent prospects', text: 'They asked for a quote themselves, this week, for this job.' },
  { title: 'Real-time delivery', text: 'It is in your hands within minutes of the request.' },
];

const stats = [
  { value: '42%', label: 'more conversions' },
  { value: '3.8x', label: 'return on ad spend' },
  { value: '27%', label: 'lower cost per lead' },
  { value: '31%', label: 'longer watch time' },
];

const statsInWords = [
  { value: '24/7', label: 'Ready to talk' },
  { value: 'Unlimited', label: 'Conversations' },
];

const packs = [
  { name: 'Storm Claims Pack', type: 'Roof Replacement', location: 'Oklahoma City', leads: 20, price: 325 },
  { name: 'Fast Repair Pack', type: 'Leak Repair', location: 'Utah County', leads: 15, price: 225 },
  { name: 'Premium Installation Pack', type: 'New Construction', location: 'Metro Atlanta', leads: 12, price: 450 },
];

const columns: Column<(typeof packs)[number]>[] = [
  { id: 'name', header: 'Pack Name', cell: (pack) => pack.name, rowHeader: true },
  { id: 'type', header: 'Type', cell: (pack) => pack.type },
  { id: 'location', header: 'Location', cell: (pack) => pack.location },
  { id: 'leads', header: 'Leads', cell: (pack) => pack.leads, align: 'end' },
  { id: 'price', header: 'Price', cell: (pack) => `$${pack.price}`, align: 'end' },
  {
    id: 'actions',
    header: 'Actions',
    wide: true,
    cell: () => (
      <HStack gap="2">
        <Button size="sm" variant="outline">
          View Sample
        </Button>
        <Button size="sm">Buy Now</Button>
      </HStack>
    ),
  },
];

const icons = [ShieldCheck, BadgeCheck, Gauge, Clock];

export function BlocksShown() {
  const withIcons = features.map((feature, index) => ({ ...feature, icon: icons[index] }));
  return (
    <>
      <Section id="steps" tone="fog" title="How it works" lead="Four steps from a search to a booked job.">
        <Steps items={steps} />
      </Section>
      <Section id="features" title="Why these leads work" layout="split">
        <FeatureGrid items={withIcons} look="rows" />
      </Section>
      <Section id="features-ruled" title="The same, ruled" space="sm">
        <FeatureGrid items={withIcons} columns={4} />
      </Section>
      <Section id="figures" tone="ink" title="What changed for them" layout="split">
        <StatBand items={stats} />
      </Section>
      <Section id="figures-words" title="In words" layout="split" space="sm">
        <StatBand items={statsInWords} />
      </Section>
      <Section id="table" title="Packs you can buy today">
        <DataTable caption="Roofing, in stock" columns={columns} rows={packs} rowKey={(pack) => pack.name} />
        <DataTable
          caption="Legal, in stock"
          columns={columns}
          rows={[]}
          rowKey={(pack) => pack.name}
          empty="No packs in stock. Ask for a free sample and we will build one."
        />
      </Section>
      <Section id="quote" tone="fog" space="lg">
        <Testimonial
          look="large"
          quote="We stopped buying lists. Twenty calls came in the first week, and nobody else had the numbers."
          name="Dana Whitlock"
          position="Owner, Whitlock Roofing, Provo"
        />
      </Section>
      <Section id="quotes" title="Clients" layout="split">
        <Grid gridTemplateColumns={{ base: '1fr', md: 'repeat(2, minmax(0, 1fr))' }} gap="10">
          <Testimonial
            quote="Every lead picks up the phone."
            name="Marco Ruiz"
            position="Ruiz Air, Phoenix"
            mark={{ src: '/attached_assets/clients/hvac.svg', alt: 'Mark with a fan' }}
          />
          <Testimonial quote="We booked eleven jobs in May." name="June Okafor" position="Sunline Solar" stars={4} />
        </Grid>
      </Section>
      <Section id="cards" tone="fog" title="Cards" space="sm">
        <Grid gridTemplateColumns={{ base: '1fr', md: 'repeat(3, minmax(0, 1fr))' }} gap="6">
          <Card linked>
            <Heading as="h3" size="h3">
              Linked
            </Heading>
            <Text tone="muted">The whole card is the link's target.</Text>
            <TextLink to="/hvac" variant="onward" data-cover="">
              Learn More
            </TextLink>
          </Card>
          <Card look="marked">
            <Heading as="h3" size="h3">
              Marked
            </Heading>
            <Points items={['Up to 2,000 interactions a month', 'Answers day and night']} />
          </Card>
          <Card look="dashed">
            <Heading as="h3" size="h3">
              Coming Soon
            </Heading>
            <Text tone="muted">An empty place.</Text>
          </Card>
        </Grid>
      </Section>
      <CallToAction
        title="Ready for calls from people who want a quote?"
        lead="Tell us your town and your trade. We answer within 24 hours."
        actions={
          <ButtonLink to="/consultation" size="lg">
            Request a Consultation
          </ButtonLink>
        }
      />
    </>
  );
}
