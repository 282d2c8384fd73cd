/** A sample call with an AI agent, as data. */
export interface SampleCallScript {
  /** The name in "Play the ... call". */
  trade: string;
  /** Such as `11:48 PM, office closed`. */
  when: string;
  lines: readonly { speaker: 'Agent' | 'Caller'; text: string }[];
  result: string;
}
