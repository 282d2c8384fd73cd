import { FeatureGrid, Points, type Stat, StatBand, type Step, Steps } from 'kit/blocks';
import type { Story } from 'kit/contracts/site-config';
import { useSite } from 'kit/site';
import { Box, Columns, chakra, Section, TextLink } from 'kit/ui';
import type { ComponentType, ReactNode } from 'react';
import { exampleNote } from '../content/stories.ts';
import { BigFigure } from './big-figure.tsx';
import { Catalog, type CatalogItem } from './catalog.tsx';
import { Ledger, type LedgerRow } from './ledger.tsx';
import { Showcase, type ShowcaseContent } from './showcase.tsx';
import { StoryQuote } from './stories.tsx';

interface Head {
  /** The anchor of the section, if a link leads to it. */
  id?: string;
  title: string;
  lead?: string;
  tone?: 'paper' | 'fog' | 'ink';
}

interface Item {
  title: string;
  text: string;
  icon?: Parameters<typeof FeatureGrid>[0]['items'][number]['icon'];
  link?: { label: string; to: string };
}

/** One of two things that a statement contrasts. */
type Contrast = readonly [term: string, text: string];

/** One section of a page, as data. A page is a list of them. */
export type Block =
  | (Head & { kind: 'features'; items: readonly Item[]; columns?: 2 | 3 | 4; look?: 'ruled' | 'rows' | 'plain' })
  | (Head & { kind: 'points'; items: readonly string[]; columns?: 1 | 2 })
  | (Head & { kind: 'steps'; items: readonly Step[] })
  /** Averages; the lead says of whom. */
  | (Head & { kind: 'stats'; lead: string; items: readonly Stat[] })
  | (Head & { kind: 'figure'; figure: Stat; isAverage?: true; paragraphs: readonly string[] })
  | (Head & { kind: 'ledger'; lead: string; caption: string; rows: readonly LedgerRow[] })
  | (Head & { kind: 'catalog'; items: readonly CatalogItem[]; look: 'rows' | 'columns' })
  | ({ kind: 'showcase' } & ShowcaseContent)
  /** A section that only this page has, with its own component. */
  | (Head & { kind: 'own'; layout?: 'split' | 'stack'; draw: ComponentType })
  | { kind: 'statement'; text: string; against: readonly Contrast[] }
  | { kind: 'quote'; story: Story };

const Statement = chakra(Columns, {
  base: {
    '& > p': { textStyle: 'h2', textWrap: 'balance' },
    '& > dl': { display: 'grid', gap: '6', gridTemplateColumns: { sm: 'repeat(2, minmax(0, 1fr))' } },
    '& dl > div': { borderTop: '2px solid', borderColor: 'line', paddingTop: '4' },
    // The second item is ours.
    '& dl > div + div': { borderColor: 'accent' },
    '& dt': { textStyle: 'h4' },
    '& dd': { color: 'muted', marginTop: '2' },
  },
});

export function BlockSection({ block }: { block: Block }) {
  const { averagesAsOf } = useSite();
  const asOf = averagesAsOf ? ` As of ${averagesAsOf}.` : '';
  if (block.kind === 'statement') {
    return (
      <Section tone="ink">
        <Statement>
          <p>{block.text}</p>
          <dl>
            {block.against.map(([term, text]) => (
              <div key={term}>
                <dt>{term}</dt>
                <dd>{text}</dd>
              </div>
            ))}
          </dl>
        </Statement>
      </Section>
    );
  }
  if (block.kind === 'showcase') return <Showcase {...block} />;
  if (block.kind === 'quote') return <StorySection example={block.story} />;
  const split = block.kind === 'own' ? block.layout === 'split' : isSplit(block);
  return (
    <Section
      id={block.id}
      tone={block.tone}
      title={block.kind === 'figure' ? undefined : block.title}
      lead={leadOf(block, asOf)}
      layout={split ? 'split' : 'stack'}
    >
      {bodyOf(block, asOf)}
    </Section>
  );
}

type Titled = Exclude<Block, { kind: 'statement' | 'quote' | 'showcase' }>;

function leadOf(block: Titled, asOf: string): string | undefined {
  if (block.kind === 'figure') return undefined;
  return block.kind === 'stats' || block.kind === 'ledger' ? block.lead + asOf : block.lead;
}

/** Lists that read on from their title stand beside it. */
function isSplit(block: Block): boolean {
  return ['points', 'ledger'].includes(block.kind) || (block.kind === 'features' && block.look === 'rows');
}

/** A client of this industry; the example is used until the site configuration names clients. */
function StorySection({ example }: { example: Story }) {
  const { stories } = useSite();
  const story = stories ? stories.find(({ industry }) => industry === example.industry) : example;
  if (!story) return null;
  return (
    <Section tone="fog" lead={stories ? undefined : exampleNote}>
      <StoryQuote story={story} look={stories && 'large'} isExample={!stories} />
    </Section>
  );
}

function bodyOf(block: Titled, asOf: string): ReactNode {
  switch (block.kind) {
    case 'features':
      return <FeatureGrid items={block.items.map(presentItem)} columns={block.columns} look={block.look} />;
    case 'points':
      return <Points items={block.items} columns={block.columns ?? 1} />;
    case 'steps':
      return <Steps items={block.items} />;
    case 'stats':
      return <StatBand items={block.items} />;
    case 'figure':
      return (
        <BigFigure
          title={block.title}
          figure={block.figure}
          note={block.isAverage && `Average of our clients.${asOf}`}
          paragraphs={block.paragraphs}
        />
      );
    case 'ledger':
      return <Ledger caption={block.caption} rows={block.rows} />;
    case 'catalog':
      return <Catalog items={block.items} look={block.look} />;
    case 'own':
      return <block.draw />;
  }
}

function presentItem({ link, ...item }: Item) {
  if (!link) return item;
  return {
    ...item,
    extra: (
      <Box marginTop="2">
        <TextLink variant="onward" to={link.to}>
          {link.label}
        </TextLink>
      </Box>
    ),
  };
}
