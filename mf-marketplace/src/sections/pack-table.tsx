import { type Column, DataTable } from 'kit/blocks';
import { Button, Flex, Text } from 'kit/ui';
import { dollars, pricePerLead } from '../content/dollars.ts';
import type { LeadPack } from '../content/industry.ts';
import { packTerms } from '../content/leads-page.ts';

interface PackTableProps {
  caption: string;
  packs: readonly LeadPack[];
  onViewSample: (pack: LeadPack) => void;
  onBuy: (pack: LeadPack) => void;
}

export function PackTable({ caption, packs, onViewSample, onBuy }: PackTableProps) {
  const columns: Column<LeadPack>[] = [
    { id: 'name', header: 'Pack Name', rowHeader: true, cell: (pack) => <span id={pack.id}>{pack.name}</span> },
    { id: 'type', header: 'Type', cell: (pack) => pack.type },
    { id: 'location', header: 'Location', cell: (pack) => pack.location },
    { id: 'leads', header: 'Leads', align: 'end', cell: (pack) => pack.leadCount },
    { id: 'price', header: 'Price', align: 'end', cell: (pack) => dollars(pack.price) },
    {
      id: 'actions',
      header: 'Actions',
      wide: true,
      screenOnly: true,
      // The buttons of all rows have the same label; their description names the pack.
      cell: (pack) => (
        <Flex gap="2" flexWrap="wrap" maxWidth="16rem">
          <Button size="sm" variant="outline" aria-describedby={pack.id} onClick={() => onViewSample(pack)}>
            View Sample
          </Button>
          <Button size="sm" aria-describedby={pack.id} onClick={() => onBuy(pack)}>
            Buy Now
          </Button>
          <Text size="sm" tone="muted" width="100%">
            {packTerms(pricePerLead(pack))}
          </Text>
        </Flex>
      ),
    },
  ];
  return <DataTable caption={caption} columns={columns} rows={packs} rowKey={(pack) => pack.id} />;
}
