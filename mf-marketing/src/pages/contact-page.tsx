import { FeatureGrid } from 'kit/blocks';
import { telephoneHref } from 'kit/contracts/telephone';
import { useSite } from 'kit/site';
import { ButtonLink, Card, Columns, Heading, Hero, Section, Text, TextLink } from 'kit/ui';
import { contactPage } from '../content/contact.ts';
import { ContactDetails } from '../sections/contact-details.tsx';

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
