import { type AgentType, agentTypes, type Line, pickerContent } from '../../content/picker.ts';
import { type Choice, industries, useCases } from '../../content/picker-choices.ts';
import { industrySamples, useCaseSamples } from '../../content/picker-samples.ts';

/** The current step and the choices so far. */
export type PickerState =
  | { step: 1 }
  | { step: 2 | 3; type: AgentType }
  | { step: 4; type: AgentType; detail: PickerDetail | null };

interface PickerDetail {
  label: string;
  choice: Choice;
  sample: readonly Line[];
}

/**
 * Reads the state from the page's query: blank goes straight to the summary, business asks for an industry, personal for a
 * use case (docs/specification.md#4). An unknown value counts as not chosen.
 */
export function readPickerState(query: URLSearchParams): PickerState {
  const find = <Item extends Choice>(items: readonly Item[], name: string) =>
    items.find(({ id }) => id === query.get(name));
  const type: AgentType | undefined = find(agentTypes, 'type');
  if (!type) return { step: 1 };
  if (type.id === 'blank') return { step: 4, type, detail: null };
  const { summary } = pickerContent;
  if (type.id === 'business') {
    const choice = find(industries, 'industry');
    return choice
      ? { step: 4, type, detail: { label: summary.industryLabel, choice, sample: industrySamples[choice.id] } }
      : { step: 2, type };
  }
  const choice = find(useCases, 'useCase');
  return choice
    ? { step: 4, type, detail: { label: summary.useCaseLabel, choice, sample: useCaseSamples[choice.id] } }
    : { step: 3, type };
}

export interface ChoiceMail {
  subject: string;
  body: string;
}

/** A mail to us with the choices in its subject and body. */
export function presentChoiceMail(state: Extract<PickerState, { step: 4 }>): ChoiceMail {
  const { summary, mail } = pickerContent;
  const chosen = [`${summary.typeLabel}: ${state.type.label}`];
  if (state.detail) chosen.push(`${state.detail.label}: ${state.detail.choice.label}`);
  const inShort = [state.type.label, state.detail?.choice.label].filter(Boolean).join(' - ');
  return {
    subject: `Custom AI agent: ${inShort}`,
    body: `${mail.greeting}\n\n${chosen.join('\n')}\n\n${mail.closing}`,
  };
}
