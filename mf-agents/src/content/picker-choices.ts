/** A choice that the picker's URL can hold (docs/specification.md#3, custom agent selection). */
export interface Choice {
  id: string;
  label: string;
}

export const agentTypeIds = ['blank', 'personal', 'business'] as const;

export const industries = [
  { id: 'retail', label: 'Retail & E-commerce' },
  { id: 'healthcare', label: 'Healthcare & Medical' },
  { id: 'finance', label: 'Finance & Banking' },
  { id: 'real-estate', label: 'Real Estate' },
  { id: 'education', label: 'Education & Training' },
  { id: 'hospitality', label: 'Hospitality & Travel' },
  { id: 'automotive', label: 'Automotive' },
  { id: 'professional-services', label: 'Professional Services' },
  { id: 'technology', label: 'Technology & Software' },
  { id: 'government', label: 'Government & Public' },
  { id: 'food', label: 'Food & Beverage' },
  { id: 'manufacturing', label: 'Manufacturing' },
  { id: 'fitness', label: 'Fitness & Wellness' },
  { id: 'legal', label: 'Legal Services' },
  { id: 'non-profit', label: 'Non-Profit' },
  { id: 'media', label: 'Media & Entertainment' },
  { id: 'other', label: 'Other' },
] as const satisfies readonly Choice[];

export const useCases = [
  { id: 'personal-assistant', label: 'Personal Assistant' },
  { id: 'learning', label: 'Learning Companion' },
  { id: 'creative', label: 'Creative Helper' },
  { id: 'health', label: 'Health & Wellness' },
  { id: 'tasks', label: 'Task Management' },
  { id: 'research', label: 'Research Assistant' },
  { id: 'other', label: 'Other' },
] as const satisfies readonly Choice[];
