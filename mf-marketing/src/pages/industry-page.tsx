import { telephoneHref } from 'kit/contracts/telephone';
import { useSite } from 'kit/site';
import { ButtonLink, CallToAction, chakra, List, Picture, Section, Text, TextLink } from 'kit/ui';
import { Fragment } from 'react';
import type { IndustryContent } from '../content/industry-content.ts';
import { Calculator } from '../features/calculator.tsx';
import { IndustryConsultationForm, LeadForm, SellerForm } from '../features/industry-form.tsx';
import { Actions } from '../sections/actions.tsx';
import { BlockSection } from '../sections/blocks.tsx';
import type { DrawingFile } from '../sections/drawing.tsx';
import { FormBand } from '../sections/form-band.tsx';
import { StageHero } from '../sections/stage-hero.tsx';

/** The page of one industry, at `/{slug}` and `/industries/{slug}`. */
export function pageOf(content: IndustryContent) {
  return () => <IndustryPage content={content} />;
}

function IndustryPage({ content }: { content: IndustryContent }) {
  const { phone } = useSite();
  const { trade, hero, picture, body, form, calculator, closing } = content;
  return (
    <>
      <StageHero {...hero} art={<StagePicture file={picture} />} actions={<Actions links={hero.actions} />} />
      {body.map((block, index) =>
        block.kind === 'form' ? (
          <Fragment key="form">
            <Calculator content={calculator} />
            <FormBand id="contact" {...form} after={<AfterForm trade={trade} />}>
              <IndustryForm form={form} trade={trade} />
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
        {...closing}
        actions={
          <>
            <ButtonLink size="lg" to="/consultation">
              Book a consultation
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
        See lead packs
      </TextLink>
    </Section>
  );
}

function IndustryForm({ form, trade }: Pick<IndustryContent, 'form' | 'trade'>) {
  switch (form.kind) {
    case 'lead':
      return <LeadForm {...form} />;
    case 'seller':
      return <SellerForm {...form} />;
    case 'consultation':
      return <IndustryConsultationForm industryName={trade} submitLabel="Book a consultation" />;
  }
}

const Frame = chakra('div', { base: { '& img': { width: '100%', viewTransitionName: 'scene' } } });

/** The picture of a hero, up to the window's edges. A picture for wide windows has a `narrow` version. */
function StagePicture({ file: { narrow, ...file } }: { file: DrawingFile }) {
  const sources = narrow
    ? [{ srcSet: narrow.src, media: '(max-width: 63.99em)', width: narrow.width, height: narrow.height }]
    : [];
  return (
    <Frame>
      <Picture {...file} sources={sources} priority />
    </Frame>
  );
}

/** The difference between the two ways to buy leads, on every industry page. */
const waysToBuy = {
  title: 'Pack or campaign?',
  text: 'A lead pack is a fixed number of leads from an area where we already advertise, bought once. A managed campaign runs ads just for your business, month to month, so its leads cost more.',
  /** For industries without packs. */
  none: 'Packs are on sale for six other trades today; yours starts with a managed campaign.',
} as const;

/** What happens with a request, beside the forms of the industry pages. */
const nextSteps = [
  'A person reads it and calls or writes back.',
  'We tell you how many leads your area can bring, and at which price.',
  'You decide. Nothing starts before you say so.',
] as const;

const Root = chakra('div', {
  base: {
    paddingTop: '6',
    borderTop: '1px solid',
    borderColor: 'line',
    '& b': { textStyle: 'h4' },
    '& p + p': { marginTop: '2' },
    // The link does not break; it wraps as a whole.
    '& a': { display: 'inline-block' },
    '& ol': { counterReset: 'step', marginBlock: '4' },
    '& li': { counterIncrement: 'step', display: 'flex', gap: '4', paddingBlock: '2' },
    '& li::before': {
      content: 'counter(step)',
      width: '.7em',
      fontFamily: 'heading',
      fontWeight: '700',
      color: 'action',
    },
  },
});

function AfterForm({ trade }: { trade: string }) {
  const { phone } = useSite();
  return (
    <Root>
      <b>What happens next</b>
      <List as="ol">
        {nextSteps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </List>
      <p>
        Rather talk now? <TextLink href={telephoneHref(phone)}>{phone}</TextLink>
      </p>
      <p>
        And when nobody can pick up?{' '}
        <TextLink to={`/ai-agent-demo#${trade.toLowerCase().replace(' ', '-')}-call`}>
          {`Play a sample ${trade} call`}
        </TextLink>
      </p>
    </Root>
  );
}
