import { ButtonLink, Hero, Section } from 'kit/ui';
import { BlocksShown } from '../sections/blocks-shown.tsx';
import { ControlsShown } from '../sections/controls-shown.tsx';
import { FormsShown } from '../sections/forms-shown.tsx';
import { MessagesShown } from '../sections/messages-shown.tsx';
import { TypeShown } from '../sections/type-shown.tsx';

/** Every component of the kit in every state and on every background. The shell serves it at `/kit` in development only. */
export function KitPage() {
  return (
    <>
      <Hero
        kicker="Lead generation for local trades"
        title="Find the customers you cannot see yet"
        lead="Homeowners ask for a quote in your town every day. We put you in front of them first, and only you."
        actions={
          <>
            <ButtonLink to="/consultation" size="lg">
              Schedule a consultation
            </ButtonLink>
            <ButtonLink to="/leads" size="lg" variant="outline">
              Browse lead packs
            </ButtonLink>
          </>
        }
        note="No contracts. No leads, no payment."
      />
      <TypeShown />
      <ControlsShown />
      <BlocksShown />
      <Section id="forms" tone="fog" title="Forms" layout="split">
        <FormsShown label="On fog" />
      </Section>
      <Section id="forms-ink" tone="ink" title="Forms on ink">
        <FormsShown label="On ink" />
      </Section>
      <MessagesShown />
    </>
  );
}
