import { ButtonLink } from 'kit/ui';

export interface Link {
  label: string;
  /** A route, or an anchor of the same page. */
  to: string;
}

/** The buttons of a hero or of a call to action: the first is solid, the others have an outline. */
export function Actions({ links }: { links: readonly Link[] }) {
  return links.map(({ label, to }, index) => (
    <ButtonLink key={to} size="lg" variant={index === 0 ? 'solid' : 'outline'} to={to}>
      {label}
    </ButtonLink>
  ));
}
