import { hvac } from './industries/hvac.ts';
import { junkRemoval } from './industries/junk-removal.ts';
import { legal } from './industries/legal.ts';
import { realEstate } from './industries/real-estate.ts';
import { roofing } from './industries/roofing.ts';
import { solar } from './industries/solar.ts';
import type { Industry } from './industry.ts';
import type { IndustryKey } from './industry-keys.ts';

/** Everything on sale. A pack is only added in the file of its industry. */
export const market: Readonly<Record<IndustryKey, Industry>> = { roofing, legal, hvac, solar, realEstate, junkRemoval };
