import { FeatureGrid } from 'kit/blocks';
import { telephoneHref } from 'kit/contracts/telephone';
import { useSite } from 'kit/site';
import { ButtonLink, Card, Columns, chakra, Heading, Hero, Section, Text, TextLink } from 'kit/ui';
import type { ReactNode } from 'react';
import { contactPage } from '../content/contact.ts';

/** /contact: phone, mail addresses, offices, and the external calendar with its reasons (docs/specification.md#2). */
export function ContactPage() {
  const { phone, mailboxes, schedulingUrl } = useSite();
  const { title, kicker, lead, phoneLabel, officesLabel, offices, schedule, why } = contactPage;
  const mail = contactPage.mailboxes.map(({ key, label, text }) => ({
    label,
    value: <TextLink href={`mailto:${mailboxes[key]}`}>{mailboxes[key]}</TextLink>,
    note: text,
  }));
  return (
    <>
      <Hero layout="plain" kicker={kicker} title={title} lead={lead} />
      <Section id="contact">
        <Columns>
          <Card padding="lg" look="marked">
            <Heading as="h2" size="h3">
              {schedule.title}
            </Heading>
            <Text>{schedule.text}</Text>
            <ButtonLink href={schedulingUrl} newTab size="lg" width={{ base: '100%', sm: 'auto' }}>
              {schedule.action}
            </ButtonLink>
          </Card>
          <ContactDetails
            items={[
              { label: phoneLabel, value: <TextLink href={telephoneHref(phone)}>{phone}</TextLink> },
              ...mail,
              { label: officesLabel, value: offices.join(', ') },
            ]}
          />
        </Columns>
      </Section>
      <Section tone="fog" layout="split" title={why.title}>
        <FeatureGrid
          look="rows"
          items={why.items.map((item) => ({
            ...item,
            text: (
              <>
                {item.text} {'more' in item && <TextLink to={item.more.to}>{item.more.label}</TextLink>}
              </>
            ),
          }))}
        />
      </Section>
    </>
  );
}

const List = chakra('dl', {
  base: {
    borderTop: '1px solid',
    borderColor: 'line',
    '& > div': {
      display: 'grid',
      gridTemplateColumns: { md: 'minmax(0, 3fr) minmax(0, 7fr)' },
      columnGap: '8',
      rowGap: '1',
      paddingBlock: '3',
      borderBottom: '1px solid',
      borderColor: 'line',
    },
    '& dt': { fontWeight: '600', paddingTop: '2', paddingBottom: { md: '2' } },
    '& dd': { overflowWrap: 'anywhere', paddingBottom: '2', paddingTop: { md: '2' } },
    // High enough for a finger.
    '& dd > a': { display: 'inline-block', paddingBlock: '0.6rem', marginBlock: '-0.6rem' },
    '& [data-part=note]': { display: 'block', color: 'muted', fontSize: 'sm' },
  },
});

interface Detail {
  label: string;
  value: ReactNode;
  note?: string | undefined;
}

function ContactDetails({ items }: { items: readonly Detail[] }) {
  return (
    <List>
      {items.map(({ label, value, note }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            {value}
            {note && <span data-part="note">{note}</span>}
          </dd>
        </div>
      ))}
    </List>
  );
}
