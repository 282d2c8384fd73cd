import { FeatureGrid } from 'kit/blocks';
import { telephoneHref } from 'kit/contracts/telephone';
import { useSite } from 'kit/site';
import { ButtonLink, Card, chakra, Heading, Hero, Section, Text, TextLink } from 'kit/ui';
import { contactPage } from '../content/contact.ts';

/** /contact: phone, mail addresses, offices, and the external calendar with its reasons (docs/specification.md#2). */
export function ContactPage() {
  const { phone, mailboxes, schedulingUrl } = useSite();
  const { title, kicker, lead, mail, offices, schedule, why } = contactPage;
  return (
    <>
      <Hero
        kicker={
          <chakra.span display="block" textWrap="balance">
            {kicker}
          </chakra.span>
        }
        title={title}
        lead={lead}
        actions={
          <ButtonLink href={telephoneHref(phone)} size="lg">
            {phone}
          </ButtonLink>
        }
        art={
          <Card padding="lg" look="marked" data-tone="paper">
            <Heading as="h2" size="h3">
              {schedule.title}
            </Heading>
            <Text>{schedule.text}</Text>
            <ButtonLink href={schedulingUrl} newTab size="lg" width={{ base: '100%', sm: 'auto' }}>
              Schedule Now
            </ButtonLink>
            <Text tone="muted">
              Rather write? <TextLink to="/consultation">Fill in the request form</TextLink>
            </Text>
          </Card>
        }
      />
      <Section id="contact" title="Email addresses and offices">
        <FeatureGrid
          columns={4}
          items={[
            ...mail.map(({ key, label, text, ...box }) => ({
              title: label,
              text: (
                <>
                  {text} {'more' in box && <TextLink href={box.more.href}>{box.more.label}</TextLink>}
                </>
              ),
              extra: (
                // High enough for a finger.
                <TextLink
                  href={`mailto:${mailboxes[key]}`}
                  overflowWrap="anywhere"
                  fontSize={{ lg: 'sm', xl: 'md' }}
                  paddingBlock="0.6rem"
                  marginTop="auto"
                >
                  {mailboxes[key]}
                </TextLink>
              ),
            })),
            offices,
          ]}
        />
      </Section>
      <Section tone="fog" layout="split" title="Why Work With Us">
        <FeatureGrid
          look="rows"
          items={why.map((item) => ({
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
