import { FeatureGrid, Hero, Section } from 'kit/ui';
import { hero, whyTheyWork } from '../content/leads-page.ts';
import { market } from '../content/market.ts';
import { IndustryFilter } from '../features/market/industry-filter.tsx';
import { IndustryTabs } from '../features/market/industry-tabs.tsx';
import { useIndustry } from '../features/market/use-industry.ts';
import { PackTable } from '../sections/pack-table.tsx';

/** Leads for Sale (specification, section 2, Leads marketplace). */
export function LeadsPage() {
  const [industry, chooseIndustry] = useIndustry();
  const { label, packs } = market[industry];
  return (
    <>
      <Hero
        title={hero.title}
        lead={hero.lead}
        actions={<IndustryFilter chosen={industry} onChoose={chooseIndustry} />}
      />
      <Section id="lead-packs" title="Lead packs">
        <IndustryTabs chosen={industry} onChoose={chooseIndustry}>
          <PackTable caption={`${label} lead packs`} packs={packs} onViewSample={() => {}} onBuy={() => {}} />
        </IndustryTabs>
      </Section>
      <Section tone="fog" title={whyTheyWork.title}>
        <FeatureGrid items={whyTheyWork.cards} columns={4} />
      </Section>
    </>
  );
}
