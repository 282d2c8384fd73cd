/** @jest-environment node */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { landingPageSources } from '../pages/leads-page.tsx';
import { market } from './market.ts';

/** A copy of the table of docs/specification.md#3. */
const specification = `
Roofing | Storm Claims Pack | Roof Replacement | Oklahoma City | 20 | 325
Roofing | Fast Repair Pack | Leak Repair | Utah County | 15 | 225
Roofing | Premium Installation Pack | New Construction | Metro Atlanta | 12 | 450
Legal | Personal Injury Pack | Accident Claims | Los Angeles County | 10 | 550
Legal | Estate Planning Pack | Wills & Trusts | Chicago Metro | 15 | 375
HVAC | Summer AC Pack | Repair & Maintenance | Phoenix Metro | 18 | 290
HVAC | System Replacement Pack | New Installation | Dallas-Fort Worth | 12 | 420
Solar | Residential Solar Pack | Home Installation | Southern California | 15 | 475
Solar | Commercial Solar Pack | Business Installation | New Jersey | 8 | 590
Real Estate | Seller Leads Pack | Residential Listings | Miami-Dade | 14 | 385
Real Estate | Wholesaling Pack | Off-Market Properties | Houston Metro | 10 | 450
Junk Removal | Estate Cleanout Pack | Residential Clearance | Seattle Metro | 16 | 240
Junk Removal | Construction Debris Pack | Commercial Cleanup | Denver Area | 12 | 320
`;

const industries = Object.values(market);
const packs = industries.flatMap((industry) => industry.packs);
const sampleLeads = packs.flatMap((pack) => pack.sampleLeads);

describe('market', () => {
  it('holds the packs of the specification, and no other', () => {
    const lines = industries.flatMap(({ label, packs }) =>
      packs.map((pack) => [label, pack.name, pack.type, pack.location, pack.leadCount, pack.price].join(' | ')),
    );
    expect(lines).toEqual(specification.trim().split('\n'));
  });

  it('has landing pages for roofing, HVAC and solar alone', () => {
    const lines = industries.flatMap(({ label, landingPages }) =>
      landingPages.map(({ name, conversionRate, features, price }) =>
        [label, name, conversionRate, ...features, price].join(', '),
      ),
    );
    expect(lines).toEqual([
      'Roofing, Roof Storm Damage Assessment, 27-36%, Call tracking, Lead capture form, SMS follow-up, 199',
      'HVAC, AC Repair & Replacement, 22-31%, Call tracking, Lead capture form, Appointment scheduling, 179',
      'Solar, Solar Savings Calculator, 18-25%, Interactive calculator, Lead capture form, Automated follow-up, 249',
    ]);
  });

  it('shows pictures that the site has', () => {
    const site = path.resolve(import.meta.dirname, '../../../shell/public');
    const files = industries.flatMap(({ landingPages }) =>
      landingPages.flatMap(({ image }) => [
        image.src,
        ...landingPageSources(image).flatMap(({ srcSet }) => srcSet.split(', ').map((source) => source.split(' ')[0])),
      ]),
    );
    expect(files).toHaveLength(15);
    expect(files.filter((file) => !existsSync(path.join(site, String(file))))).toEqual([]);
  });

  it('names each pack by an id of its own', () => {
    expect(new Set(packs.map(({ id }) => id)).size).toBe(packs.length);
  });

  it('gives each pack a sample lead of its own, dated and with a masked e-mail address', () => {
    expect(new Set(sampleLeads.map(({ name }) => name)).size).toBe(packs.length);
    for (const lead of sampleLeads) {
      expect(lead.email).toMatch(/^[a-z]•+@example\.com$/);
      expect(lead.daysAgo).toBeGreaterThan(0);
      // 555-0100 to 555-0199 are reserved for fiction, so no sample number reaches anybody.
      expect(lead.phone).toMatch(/^\(\d{3}\) 555-01\d\d$/);
    }
  });

  it('sells leads that nobody else is asked about: no sample compares offers', () => {
    for (const { notes } of sampleLeads) expect(notes).not.toMatch(/bids|quotes|offers from|other compan/i);
  });
});
