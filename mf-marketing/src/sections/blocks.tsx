import { FeatureGrid, Points, type Stat, StatBand, type Step, Steps } from 'kit/blocks';
import type { Story } from 'kit/contracts/site-config';
import { useSite } from 'kit/site';
import { Box, chakra, Section, TextLink } from 'kit/ui';
import type { ReactNode } from 'react';
import { exampleNote } from '../content/stories.ts';
import { BigFigure } from './big-figure.tsx';
import { Catalog, type CatalogItem } from './catalog.tsx';
import { Ledger, type LedgerRow } from './ledger.tsx';
import { Showcase, type ShowcaseContent } from './showcase.tsx';
import { StoryQuote } from './stories.tsx';

interface Head {
  /** The anchor, where a link leads to this section. */
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

/** One section of a page, as data: a page is a list of these in the order that suits its story. */
export type Block =
  | (Head & { kind: 'features'; items: readonly Item[]; columns?: 2 | 3 | 4; look?: 'ruled' | 'rows' | 'plain' })
  | (Head & { kind: 'points'; items: readonly string[]; columns?: 1 | 2 })
  | (Head & { kind: 'steps'; items: readonly Step[] })
  | (Head & { kind: 'stats'; items: readonly Stat[] })
  | (Head & { kind: 'figure'; figure: Stat; paragraphs: readonly string[] })
  | (Head & { kind: 'ledger'; caption: string; rows: readonly LedgerRow[] })
  | (Head & { kind: 'catalog'; items: readonly CatalogItem[]; look: 'rows' | 'columns' })
  | ({ kind: 'showcase' } & ShowcaseContent)
  | { kind: 'statement'; text: string }
  | { kind: 'quote'; story: Story };

const Statement = chakra('p', { base: { textStyle: 'h1', maxWidth: '14.5em', textWrap: 'balance' } });

/** Draws one section of a page. */
export function BlockSection({ block }: { block: Block }) {
  if (block.kind === 'statement') {
    return (
      <Section tone="ink">
        <Statement>{block.text}</Statement>
      </Section>
    );
  }
  if (block.kind === 'showcase') return <Showcase {...block} />;
  if (block.kind === 'quote') return <StorySection example={block.story} />;
  const split =
    block.kind === 'points' || block.kind === 'ledger' || (block.kind === 'features' && block.look === 'rows');
  return (
    <Section
      id={block.id}
      tone={block.tone}
      title={block.kind === 'figure' ? undefined : block.title}
      lead={block.kind === 'figure' ? undefined : block.lead}
      layout={split ? 'split' : 'stack'}
    >
      {bodyOf(block)}
    </Section>
  );
}

/** A client of this industry; the example only as long as the site configuration names no clients. */
function StorySection({ example }: { example: Story }) {
  const { stories } = useSite();
  const story = stories ? stories.find(({ industry }) => industry === example.industry) : example;
  if (!story) return null;
  return (
    <Section tone="fog" lead={stories ? undefined : exampleNote}>
      <StoryQuote story={story} look="large" isExample={!stories} />
    </Section>
  );
}

function bodyOf(block: Exclude<Block, { kind: 'statement' | 'quote' | 'showcase' }>): ReactNode {
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
      return <BigFigure title={block.title} figure={block.figure} paragraphs={block.paragraphs} />;
    case 'ledger':
      return <Ledger caption={block.caption} rows={block.rows} />;
    case 'catalog':
      return <Catalog items={block.items} look={block.look} />;
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
