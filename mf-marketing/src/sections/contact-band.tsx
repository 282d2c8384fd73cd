import { telephoneHref } from 'kit/contracts/telephone';
import { useSite } from 'kit/site';
import { ButtonLink, chakra, Section, TextLink } from 'kit/ui';

const Ways = chakra('ul', {
  base: {
    display: 'grid',
    gap: '2',
    '& [data-part=way] a': {
      textStyle: 'h3',
      fontSize: 'min({fontSizes.xl}, 5.5vw)',
      display: 'inline-block',
      paddingBlock: '0.6rem',
    },
    '& [data-part=actions] > a': { width: { base: '100%', sm: 'auto' } },
    '& [data-part=actions]': { display: 'flex', gap: '4', flexWrap: 'wrap', marginTop: '3' },
  },
});

interface ContactBandProps {
  title: string;
  lead: string;
  tone?: 'paper' | 'fog' | undefined;
}

/** The block with the anchor `contact`: phone, mail address and a link to a consultation. */
export function ContactBand({ title, lead, tone = 'fog' }: ContactBandProps) {
  const { phone, mailboxes } = useSite();
  return (
    <Section id="contact" tone={tone} layout="split" title={title} lead={lead}>
      <Ways role="list">
        <li data-part="way">
          <TextLink variant="plain" href={telephoneHref(phone)}>
            {phone}
          </TextLink>
        </li>
        <li data-part="way">
          <TextLink variant="plain" href={`mailto:${mailboxes.sales}`}>
            {mailboxes.sales}
          </TextLink>
        </li>
        <li data-part="actions">
          <ButtonLink to="/consultation">Book a consultation</ButtonLink>
          <ButtonLink to="/contact" variant="outline">
            All ways to reach us
          </ButtonLink>
        </li>
      </Ways>
    </Section>
  );
}
