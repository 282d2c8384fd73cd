/** In the order of the filter buttons; also the ids of sections and the values of `?industry=` (docs/specification.md#2). */
export const industryKeys = ['roofing', 'legal', 'hvac', 'solar', 'realEstate', 'junkRemoval'] as const;

export type IndustryKey = (typeof industryKeys)[number];

export const firstIndustry = 'roofing' satisfies IndustryKey;
