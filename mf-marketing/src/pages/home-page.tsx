import { ButtonLink, Hero } from 'kit/ui';
import { homeHero, homeStory } from '../content/home.ts';
import { BlockSection } from '../sections/blocks.tsx';

/** The home page (specification, section 2). */
export function HomePage() {
  return (
    <>
      <Hero
        kicker={homeHero.kicker}
        title={homeHero.title}
        lead={homeHero.lead}
        note={homeHero.note}
        actions={homeHero.actions.map(({ label, to }, index) => (
          <ButtonLink key={to} size="lg" variant={index === 0 ? 'solid' : 'outline'} to={to}>
            {label}
          </ButtonLink>
        ))}
      />
      {homeStory.map((block) => (
        <BlockSection key={block.title} block={block} />
      ))}
    </>
  );
}
