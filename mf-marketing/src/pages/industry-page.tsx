import { telephoneHref } from 'kit/contracts/telephone';
import { useSite } from 'kit/site';
import { ButtonLink, CallToAction, Section, Text, TextLink } from 'kit/ui';
import { Fragment } from 'react';
import type { IndustryContent } from '../content/industry-content.ts';
import { waysToBuy } from '../content/ways-to-buy.ts';
import { Calculator } from '../features/calculator.tsx';
import { IndustryConsultationForm } from '../features/industry-consultation/industry-consultation-form.tsx';
import { LeadForm } from '../features/lead-form/lead-form.tsx';
import { SellerForm } from '../features/lead-form/seller-form.tsx';
import { AfterForm } from '../sections/after-form.tsx';
import { BlockSection } from '../sections/blocks.tsx';
import { FormBand } from '../sections/form-band.tsx';
import { StageHero } from '../sections/stage-hero.tsx';
import { StagePicture } from '../sections/stage-picture.tsx';

/** The page of one industry, at `/{slug}` and `/industries/{slug}`. */
export function pageOf(content: IndustryContent) {
  return () => <IndustryPage content={content} />;
}

function IndustryPage({ content }: { content: IndustryContent }) {
  const { phone } = useSite();
  const { hero, picture, body, form, calculator, closing } = content;
  return (
    <>
      <StageHero
        kicker={hero.kicker}
        title={hero.title}
        lead={hero.lead}
        note={hero.note}
        stage={hero.stage}
        tone={hero.tone}
        art={<StagePicture file={picture} />}
        actions={hero.actions.map(({ label, to }, index) => (
          <ButtonLink key={to} size="lg" variant={index === 0 ? 'solid' : 'outline'} to={to}>
            {label}
          </ButtonLink>
        ))}
      />
      {body.map((block, index) =>
        block.kind === 'form' ? (
          <Fragment key="form">
            <Calculator content={calculator} />
            <FormBand
              id="contact"
              title={form.title}
              lead={form.lead}
              points={form.points}
              after={<AfterForm trade={content.trade} />}
            >
              <IndustryForm form={form} />
            </FormBand>
          </Fragment>
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: the sections of a page never change places
          <BlockSection key={index} block={block} />
        ),
      )}
      <WaysToBuy
        tone={isFog(body.at(-1)) ? 'paper' : 'fog'}
        packs={hero.actions.find(({ to }) => to.startsWith('/leads'))?.to}
      />
      <CallToAction
        title={closing.title}
        lead={closing.lead}
        actions={
          <>
            <ButtonLink size="lg" to={closing.action.to}>
              {closing.action.label}
            </ButtonLink>
            <ButtonLink size="lg" variant="outline" href={telephoneHref(phone)}>
              {phone}
            </ButtonLink>
          </>
        }
      />
    </>
  );
}

/** The section after the form has another background, so that the two are distinct. */
function isFog(section: IndustryContent['body'][number] | undefined): boolean {
  return (
    section !== undefined && ('tone' in section ? section.tone === 'fog' : ['form', 'quote'].includes(section.kind))
  );
}

/** `packs` is the address of this industry's packs, if there are any. */
function WaysToBuy({ packs, tone }: { packs: string | undefined; tone: 'paper' | 'fog' }) {
  return (
    <Section tone={tone} space="sm" layout="split" title={waysToBuy.title}>
      <Text>
        {waysToBuy.text} {!packs && waysToBuy.none}
      </Text>
      <TextLink variant="onward" to={packs ?? '/leads'}>
        {waysToBuy.packs}
      </TextLink>
    </Section>
  );
}

function IndustryForm({ form }: { form: IndustryContent['form'] }) {
  switch (form.kind) {
    case 'lead':
      return <LeadForm {...form} />;
    case 'seller':
      return <SellerForm {...form} />;
    case 'consultation':
      return <IndustryConsultationForm {...form} />;
  }
}
