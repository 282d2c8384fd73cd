import { telephoneHref } from 'kit/contracts/telephone';
import { mailIcon, phoneIcon } from 'kit/icons';
import { useSite } from 'kit/site';
import { ButtonLink, chakra, Icon, Section, TextLink } from 'kit/ui';

const Ways = chakra('ul', {
  base: {
    display: 'grid',
    gap: '5',
    '& li': { display: 'flex', alignItems: 'center', gap: '4', flexWrap: 'wrap' },
    '& [data-part=way]': { flexWrap: 'nowrap' },
    '& [data-part=way] a': { textStyle: { base: 'h4', md: 'h3' }, fontSize: { base: 'min({fontSizes.lg}, 5vw)' } },
    '& svg': { color: 'action' },
    '& [data-part=actions]': { marginTop: '3' },
  },
});

interface ContactBandProps {
  title: string;
  lead: string;
  tone?: 'paper' | 'fog' | undefined;
}

/** The block under the anchor `contact`: a number, an address, and the way to a consultation. */
export function ContactBand({ title, lead, tone = 'fog' }: ContactBandProps) {
  const { phone, mailboxes } = useSite();
  return (
    <Section id="contact" tone={tone} layout="split" title={title} lead={lead}>
      <Ways role="list">
        <li data-part="way">
          <Icon shape={phoneIcon} size={28} />
          <TextLink variant="plain" href={telephoneHref(phone)}>
            {phone}
          </TextLink>
        </li>
        <li data-part="way">
          <Icon shape={mailIcon} size={28} />
          <TextLink variant="plain" href={`mailto:${mailboxes.sales}`}>
            {mailboxes.sales}
          </TextLink>
        </li>
        <li data-part="actions">
          <ButtonLink to="/consultation">Schedule a consultation</ButtonLink>
          <ButtonLink to="/contact" variant="outline">
            All ways to reach us
          </ButtonLink>
        </li>
      </Ways>
    </Section>
  );
}
