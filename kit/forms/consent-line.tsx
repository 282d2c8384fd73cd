import { chakra } from '@chakra-ui/react';
import { useSite } from '../site/index.ts';

const Line = chakra('p', { base: { color: 'muted', fontSize: 'sm', lineHeight: '1.5' } });

/** The consent text below the button of a form that is delivered. Raise `consentVersion` when it changes. */
export function ConsentLine() {
  const { brand, links } = useSite();
  return (
    <Line>
      By sending this form you agree that {brand} may call, text or email you about your request. Consent is not a
      condition of purchase. {links?.privacyPolicy && <a href={links.privacyPolicy}>Privacy Policy</a>}
    </Line>
  );
}
