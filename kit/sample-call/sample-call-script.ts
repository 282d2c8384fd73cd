/** A sample call with an AI agent, as data. */
export interface SampleCallScript {
  /** As it stands in "Play the ... call". */
  trade: string;
  /** `11:48 PM, office closed`. */
  when: string;
  lines: readonly { speaker: 'Agent' | 'Caller'; text: string }[];
  /** What the business has in the end. */
  result: string;
}
