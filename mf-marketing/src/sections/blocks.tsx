import {
  type Column,
  DataTable,
  type Feature,
  FeatureGrid,
  Points,
  type Stat,
  StatBand,
  type Step,
  Steps,
} from 'kit/blocks';
import type { Story } from 'kit/contracts/site-config';
import { useSite } from 'kit/site';
import { Columns, chakra, Section } from 'kit/ui';
import type { ComponentType, ReactNode } from 'react';
import { Actions, type Link } from './actions.tsx';
import { Catalog, type CatalogItem } from './catalog.tsx';
import { Drawing, type DrawingFile } from './drawing.tsx';
import { exampleNote, StoryQuote } from './story-quote.tsx';

interface Head {
  /** The anchor of the section, if a link leads to it. */
  id?: string;
  title: string;
  lead?: string;
  tone?: 'paper' | 'fog' | 'ink';
}

/** One of two things that a statement contrasts. */
type Contrast = readonly [term: string, text: string];

/** One section of a page, as data. A page is a list of them. */
export type Block =
  | (Head & { kind: 'features'; items: readonly Feature[]; columns?: 2 | 3 | 4; look?: 'ruled' | 'rows' | 'plain' })
  | (Head & { kind: 'points'; items: readonly string[]; columns?: 1 | 2 })
  | (Head & { kind: 'steps'; items: readonly Step[] })
  /** Averages; the lead names the group that they are of. */
  | (Head & { kind: 'stats'; lead: string; items: readonly Stat[] })
  | (Head & { kind: 'figure'; figure: Stat; isAverage?: true; paragraphs: readonly string[] })
  | (Head & { kind: 'ledger'; lead: string; caption: string; rows: readonly LedgerRow[] })
  | (Head & { kind: 'catalog'; items: readonly CatalogItem[]; look: 'rows' | 'columns' })
  | { kind: 'showcase'; title: string; lead: string; points: readonly string[]; picture: DrawingFile; action: Link }
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

/** Lists that continue the sentence of their title are next to it. */
function isSplit(block: Block): boolean {
  return ['points', 'ledger'].includes(block.kind) || (block.kind === 'features' && block.look === 'rows');
}

/** A client of this industry; the example is used until the site configuration names clients. */
function StorySection({ example }: { example: Story }) {
  const { stories } = useSite();
  const story = stories ? stories.find(({ industry }) => industry === example.industry) : example;
  if (!story) return null;
  return (
    <Section tone="fog" layout="split" title="Client success story" lead={stories ? undefined : exampleNote}>
      <StoryQuote story={story} look={stories && 'large'} isExample={!stories} />
    </Section>
  );
}

function bodyOf(block: Titled, asOf: string): ReactNode {
  switch (block.kind) {
    case 'features':
      return <FeatureGrid items={block.items} columns={block.columns} look={block.look} />;
    case 'points':
      return <Points items={block.items} columns={block.columns ?? 1} />;
    case 'steps':
      return <Steps items={block.items} />;
    case 'stats':
      return <StatBand items={block.items} />;
    case 'figure':
      return <BigFigure {...block} asOf={asOf} />;
    case 'ledger':
      return (
        <DataTable caption={block.caption} columns={columns} rows={block.rows} rowKey={({ measure }) => measure} />
      );
    case 'catalog':
      return <Catalog items={block.items} look={block.look} />;
    case 'own':
      return <block.draw />;
  }
}

interface LedgerRow {
  measure: string;
  figure: string;
  meaning: string;
}

const Figure = chakra('span', { base: { whiteSpace: 'nowrap', fontWeight: '600', fontSize: 'lg' } });

const columns: readonly Column<LedgerRow>[] = [
  { id: 'measure', header: 'Measure', rowHeader: true, cell: (row) => row.measure },
  { id: 'meaning', header: 'What it means', wide: true, cell: (row) => row.meaning },
  { id: 'figure', header: 'Figure', align: 'end', answer: true, cell: (row) => <Figure>{row.figure}</Figure> },
];

const Offer = chakra('div', {
  base: {
    '& h2': { textStyle: 'h2' },
    '& [data-part=lead]': { color: 'muted', marginTop: '4', maxWidth: 'measure' },
    '& ul': { marginBlock: '6' },
  },
});

function Showcase({ title, lead, points, picture, action }: Extract<Block, { kind: 'showcase' }>) {
  return (
    <Section>
      <Columns>
        <Offer>
          <h2>{title}</h2>
          <p data-part="lead">{lead}</p>
          <Points items={points} />
          <Actions links={[action]} />
        </Offer>
        <Drawing file={picture} />
      </Columns>
    </Section>
  );
}

const Root = chakra(Columns, {
  base: {
    '& > :has([data-part=value])': { containerType: 'inline-size' },
    '& [data-part=value]': {
      fontFamily: 'heading',
      fontWeight: '700',
      fontSize: 'min(clamp(4.5rem, 3rem + 8vw, 9rem), 32cqi)',
      lineHeight: '0.95',
      letterSpacing: '-0.03em',
      fontVariantNumeric: 'tabular-nums',
      whiteSpace: 'nowrap',
    },
    // A range has twice the characters of a figure in the same space.
    '& [data-part=value][data-long]': {
      fontSize: 'min(clamp(3.5rem, 2.5rem + 4vw, 6rem), 26cqi)',
    },
    '& [data-part=label]': { color: 'muted', marginTop: '3', maxWidth: '24ch', textWrap: 'balance' },
    '& [data-part=note]': { color: 'muted', fontSize: 'sm', marginTop: '2' },
    '& h2': { textStyle: 'h2', maxWidth: '13em' },
    '& [data-part=text]': { marginTop: '4', maxWidth: 'measure' },
  },
});

function BigFigure({
  title,
  figure,
  isAverage,
  paragraphs,
  asOf,
}: Extract<Block, { kind: 'figure' }> & { asOf: string }) {
  return (
    <Root>
      <div>
        <p data-part="value" data-long={figure.value.length > 5 ? '' : undefined}>
          {figure.value}
        </p>
        <p data-part="label">{figure.label}</p>
        {isAverage && <p data-part="note">{`Average of our clients.${asOf}`}</p>}
      </div>
      <div>
        <h2>{title}</h2>
        {paragraphs.map((paragraph) => (
          <p key={paragraph} data-part="text">
            {paragraph}
          </p>
        ))}
      </div>
    </Root>
  );
}
