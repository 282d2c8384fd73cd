import { type Column, DataTable, FeatureGrid } from 'kit/blocks';
import { Tabs } from 'kit/tabs';
import { showToast } from 'kit/toast/store';
import { Tooltip } from 'kit/tooltip';
import {
  Badge,
  Box,
  Button,
  CallToAction,
  Card,
  Columns,
  chakra,
  Flex,
  Heading,
  Hero,
  Picture,
  Section,
  Stack,
  Text,
  TextLink,
  VisuallyHidden,
} from 'kit/ui';
import { type ComponentType, useEffect, useState } from 'react';
import { dollars, type LandingPage, type LeadPack, pricePerLead } from '../content/industry.ts';
import { industryKeys } from '../content/industry-keys.ts';
import {
  conversionBase,
  dialogNotLoaded,
  hero,
  noDemoYet,
  packs as packsSection,
  perLead,
  quality,
  whyTheyWork,
} from '../content/leads-page.ts';
import { market } from '../content/market.ts';
import { filterFormId, IndustryFilter, useGoToIndustry, useIndustry } from '../features/market/industry-filter.tsx';
import { useMarketDialog } from '../features/market/market-dialog.ts';

const tabs = industryKeys.map((key) => ({ id: key, label: market[key].label }));

/** Leads for Sale (docs/specification.md#2, Leads marketplace). */
export function LeadsPage() {
  const [industry, chooseIndustry] = useIndustry();
  const goToIndustry = useGoToIndustry(industry, chooseIndustry);
  const { open } = useMarketDialog();
  const { label, packs, landingPages } = market[industry];
  return (
    <>
      <Hero title={hero.title} lead={hero.lead} art={<IndustryFilter chosen={industry} onChoose={goToIndustry} />} />
      <Box onPointerEnter={warmDialogs} onFocus={warmDialogs}>
        <Section id="lead-packs" space="sm" title="Lead packs">
          <Tabs
            label="Lead packs"
            tabs={tabs}
            selected={industry}
            onSelect={chooseIndustry}
            form={{ id: filterFormId, field: 'industry' }}
            sticky
          >
            <PackTable caption={packsSection.caption(label)} packs={packs} />
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
            <Button size="lg" onClick={() => open({ name: 'free-sample' })}>
              Request Free Sample
            </Button>
          }
        />
      </Box>
      <Section title="Why These Leads Work">
        <FeatureGrid items={whyTheyWork} columns={4} />
      </Section>
      <DialogHost />
    </>
  );
}

/** In the phone layout of the table both buttons share its width. */
const PackActions = chakra('div', {
  base: {
    display: 'flex',
    gap: '2',
    width: '100%',
    // Wide enough for both fonts: the columns of the table would move when the display font arrives.
    minWidth: '15.5rem',
    '& > button': { whiteSpace: 'nowrap' },
    '@container (max-width: 30rem)': { minWidth: '0', '& > button': { flex: '1' }, flexWrap: 'wrap' },
  },
});

function PackTable({ caption, packs }: { caption: string; packs: readonly LeadPack[] }) {
  const { open } = useMarketDialog();
  const columns: Column<LeadPack>[] = [
    { id: 'name', header: 'Pack Name', rowHeader: true, cell: (pack) => <span id={pack.id}>{pack.name}</span> },
    { id: 'type', header: 'Type', cell: (pack) => pack.type },
    { id: 'location', header: 'Location', cell: (pack) => pack.location },
    { id: 'leads', header: 'Leads', align: 'end', cell: (pack) => pack.leadCount },
    {
      id: 'price',
      header: 'Price',
      align: 'end',
      // The specification gives the text of this cell: the price alone.
      cell: (pack) => dollars(pack.price),
      note: (pack) => perLead(pricePerLead(pack)),
    },
    {
      id: 'actions',
      header: 'Actions',
      wide: true,
      screenOnly: true,
      // The buttons of all rows have the same label; their description names the pack.
      cell: ({ id: packId, ...pack }) => (
        <PackActions>
          <VisuallyHidden>{perLead(pricePerLead(pack))}</VisuallyHidden>
          <Button
            size="sm"
            variant="outline"
            aria-describedby={packId}
            onClick={() => open({ name: 'sample-lead', packId })}
          >
            View Sample
          </Button>
          <Button size="sm" aria-describedby={packId} onClick={() => open({ name: 'checkout', packId })}>
            Buy Now
          </Button>
        </PackActions>
      ),
    },
  ];
  return <DataTable caption={caption} columns={columns} rows={packs} rowKey={(pack) => pack.id} />;
}

/** "High-Converting Landing Pages" of one industry. */
function LandingPageGrid({ pages }: { pages: readonly LandingPage[] }) {
  return (
    <Stack gap="6" marginTop={{ base: '12', md: '16' }}>
      <Heading as="h3" size="h3">
        High-Converting Landing Pages
      </Heading>
      {pages.map((page) => (
        <LandingPageCard key={page.id} page={page} />
      ))}
    </Stack>
  );
}

function LandingPageCard({ page }: { page: LandingPage }) {
  return (
    <Card padding="none">
      <Columns width="100%" alignItems="center" rowGap="0">
        <Box order={{ lg: 1 }}>
          <Picture
            {...page.image}
            width={800}
            height={500}
            sources={landingPageSources(page.image)}
            sizes="(min-width: 1024px) 38rem, 100vw"
          />
        </Box>
        <Stack gap="3" padding={{ base: '6', md: '8' }} justifyContent="center">
          <Heading as="h4" size="h3">
            {page.name}
          </Heading>
          <Text tone="muted">
            <span>
              Conversion rate: <chakra.span whiteSpace="nowrap">{page.conversionRate}</chakra.span>
            </span>{' '}
            <chakra.span display="inline-block">{conversionBase}</chakra.span>
          </Text>
          <Flex as="ul" role="list" gap="2" flexWrap="wrap">
            {page.features.map((feature) => (
              <li key={feature}>
                <Badge>{feature}</Badge>
              </li>
            ))}
          </Flex>
          <Flex flexWrap="wrap" justifyContent="space-between" alignItems="center" gap="4" marginTop="4">
            <Text textStyle="h3" fontVariantNumeric="tabular-nums">
              {dollars(page.price)}
            </Text>
            {/* The specification defines no action for this button, so it says that there is no demo yet. */}
            <Tooltip text={noDemoYet}>
              <Button size="sm" variant="outline" color="muted">
                View Demo
              </Button>
            </Tooltip>
          </Flex>
        </Stack>
      </Columns>
    </Card>
  );
}

const widths = [400, 800] as const;

/** A landing page's picture in smaller formats, the smallest first. */
export function landingPageSources({ src }: LandingPage['image']) {
  const name = src.slice(1, -'.jpg'.length);
  return ['avif', 'webp'].map((format) => ({
    type: `image/${format}`,
    srcSet: widths.map((width) => `/attached_assets/landing-pages/${name}-${width}.${format} ${width}w`).join(', '),
  }));
}

async function loadDialogs(): Promise<ComponentType> {
  return (await import(/* webpackChunkName: "market-dialogs" */ '../features/market/market-dialogs.tsx')).MarketDialogs;
}

/** Prefetches the dialogs. A failure is only shown when one is opened. */
function warmDialogs(): void {
  loadDialogs().catch(() => undefined);
}

/** Shows the open dialog. Forms and dialogs are fetched at the first hint that one is wanted. */
function DialogHost() {
  const { dialog, close } = useMarketDialog();
  const isOpen = dialog !== null;
  const [Dialogs, setDialogs] = useState<ComponentType | null>(null);

  useEffect(() => {
    if (!isOpen || Dialogs) return;
    loadDialogs().then(
      (loaded) => setDialogs(() => loaded),
      (failure: unknown) => {
        console.warn('[mf-marketplace] the dialogs did not load.', failure);
        showToast({ ...dialogNotLoaded, tone: 'error' });
        close();
      },
    );
  }, [isOpen, Dialogs, close]);

  return Dialogs && <Dialogs />;
}
