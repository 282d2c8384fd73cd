import { chakra, type Stat, StatBand } from 'kit/ui';

/** The band's figures are made for short numbers; ours are words, which must not break on a phone. */
const Words = chakra('div', { base: { '& dl dd': { fontSize: { base: 'xl', md: '3xl' } } } });

/** What an agent promises, in words and figures. */
export function Facts({ items }: { items: readonly Stat[] }) {
  return (
    <Words>
      <StatBand items={items} />
    </Words>
  );
}
