import { describe, expect, it } from '@jest/globals';
import { type MarketDialog, type MarketEvent, nextDialog } from './market-dialog.ts';

const packId = 'storm-claims';

const none = { name: 'none' } as const;
const freeSample = { name: 'free-sample' } as const;
const sampleLead = { name: 'sample-lead', packId } as const;
const checkout = { name: 'checkout', packId } as const;
const thanks = { name: 'thanks', after: 'checkout' } as const;

const transitions: [MarketDialog, MarketEvent, MarketDialog][] = [
  [none, { type: 'ask-free-sample' }, freeSample],
  [none, { type: 'view-sample', packId }, sampleLead],
  [none, { type: 'buy', packId }, checkout],
  [sampleLead, { type: 'buy-this-pack' }, checkout],
  [sampleLead, { type: 'view-sample', packId: 'fast-repair' }, { name: 'sample-lead', packId: 'fast-repair' }],
  [freeSample, { type: 'sent' }, { name: 'thanks', after: 'free-sample' }],
  [checkout, { type: 'sent' }, thanks],
  ...[none, freeSample, sampleLead, checkout, thanks].map((dialog): [MarketDialog, MarketEvent, MarketDialog] => [
    dialog,
    { type: 'close' },
    none,
  ]),
];

const strangers: [MarketDialog, MarketEvent][] = [
  [none, { type: 'buy-this-pack' }],
  [checkout, { type: 'buy-this-pack' }],
  [none, { type: 'sent' }],
  [sampleLead, { type: 'sent' }],
  [thanks, { type: 'sent' }],
];

describe('nextDialog', () => {
  it.each(transitions)('goes from %j with %j to %j', (current, event, next) => {
    expect(nextDialog(current, event)).toEqual(next);
  });

  it.each(strangers)('stays at %j when %j comes late', (current, event) => {
    expect(nextDialog(current, event)).toBe(current);
  });
});
