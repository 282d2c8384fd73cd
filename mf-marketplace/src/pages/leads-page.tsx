import { FeatureGrid } from 'kit/blocks';
import { Tabs } from 'kit/tabs';
import { Box, Button, CallToAction, Hero, Section, Text, TextLink } from 'kit/ui';
import { industryKeys } from '../content/industry-keys.ts';
import { hero, packs as packsSection, quality, whyTheyWork } from '../content/leads-page.ts';
import { market } from '../content/market.ts';
import { DialogHost, warmDialogs } from '../features/market/dialog-host.tsx';
import { filterFormId, IndustryFilter } from '../features/market/industry-filter.tsx';
import { useMarketDialog } from '../features/market/market-dialog.ts';
import { useGoToIndustry } from '../features/market/use-go-to-industry.ts';
import { useIndustry } from '../features/market/use-industry.ts';
import { LandingPageGrid } from '../sections/landing-page-grid.tsx';
import { PackTable } from '../sections/pack-table.tsx';

const tabs = industryKeys.map((key) => ({ id: key, label: market[key].label }));

/** Leads for Sale (docs/specification.md#2, Leads marketplace). */
export function LeadsPage() {
  const [industry, chooseIndustry] = useIndustry();
  const goToIndustry = useGoToIndustry(industry, chooseIndustry);
  const [, report] = useMarketDialog();
  const { label, packs, landingPages } = market[industry];
  return (
    <>
      <Hero
        title={hero.title}
        lead={hero.lead}
        actions={<IndustryFilter chosen={industry} onChoose={goToIndustry} />}
      />
      <Box onPointerEnter={warmDialogs} onFocus={warmDialogs}>
        <Section id="lead-packs" title={packsSection.title} lead={packsSection.lead}>
          <Tabs
            label="Lead packs"
            tabs={tabs}
            selected={industry}
            onSelect={chooseIndustry}
            form={{ id: filterFormId, field: 'industry' }}
            sticky
          >
            <PackTable
              caption={`${label} lead packs`}
              packs={packs}
              onViewSample={(pack) => report({ type: 'view-sample', packId: pack.id })}
              onBuy={(pack) => report({ type: 'buy', packId: pack.id })}
            />
            <Text marginTop="6">
              {packsSection.kinds} <TextLink to={packsSection.campaign.to}>{packsSection.campaign.label}</TextLink>
            </Text>
            {landingPages.length > 0 && <LandingPageGrid pages={landingPages} />}
          </Tabs>
        </Section>
        <CallToAction
          title={quality.title}
          lead={quality.lead}
          actions={
            <Button size="lg" onClick={() => report({ type: 'ask-free-sample' })}>
              {quality.button}
            </Button>
          }
        />
      </Box>
      <Section title={whyTheyWork.title}>
        <FeatureGrid items={whyTheyWork.cards} columns={4} />
      </Section>
      <DialogHost />
    </>
  );
}
